// node look.mjs OUT : what a person sees, with a screenshot of each scene in OUT, and the parts that docs/images has in
// OUT/pictures. The sample repositories are laid out in $PLACE (default: a new temporary folder): a preview shows their path.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEditor, run } from './editor.mjs';
import { FILES, SECOND, write } from './sample.mjs';

const out = path.resolve(process.argv[2]);
const box = process.env.PLACE ?? fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-look-'));
const folder = path.join(box, 'harbour');
const second = path.join(box, 'lighthouse');
const { 'guidechain.toml': _, ...UNCONFIGURED } = FILES; // launch folders are chosen in one of the scenes
write(folder, UNCONFIGURED);
write(second, SECOND);

const LOOKS = { 'workbench.colorTheme': 'Default Light Modern' };
const editor = await openEditor({ target: folder, out, user: LOOKS });
const { page } = editor;

const shot = (name) => page.screenshot({ path: path.join(out, `${name}.png`), animations: 'disabled' });
/** A picture for readers: the upper `height` pixels. */
async function picture(name, height) {
    fs.mkdirSync(path.join(out, 'pictures'), { recursive: true });
    await page.screenshot({ path: path.join(out, 'pictures', `${name}.png`), clip: { x: 0, y: 0, width: 1280, height }, animations: 'disabled' });
}
const lens = (text) => page.locator('.codelens-decoration', { hasText: text }).first();
const quickPick = () => page.locator('.quick-input-widget');
const row = (text) => page.locator('.pane', { hasText: 'Agent Instructions' }).last().locator('.monaco-list-row', { hasText: text }).first();

/** Wait until a hover with `text` is there in full: it fades in. */
async function hover(text) {
    const found = page.locator('.monaco-hover:visible', { hasText: text }).first();
    await found.waitFor();
    await found.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map((each) => each.finished)));
}

async function command(title) {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.type(title);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await page.keyboard.press('Enter');
}

async function openFile(file) {
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.type(file);
    const name = path.basename(file);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: name }).first().waitFor();
}

async function closeAll() {
    await page.keyboard.press('Escape');
    await command('View: Close All Editors');
}

function expect(condition, what) {
    if (!condition) throw new Error(what);
}

const GENERATED = 'packages/api/src/generated/client.ts';
const REFUND = 'packages/api/src/payments/refund.ts';

const results = await run({
    'lenses above line 1': async () => {
        await openFile(REFUND);
        await lens('Claude Code: CLAUDE.md').waitFor({ timeout: 90_000 });
        await page.locator('.statusbar-item', { hasText: /instructions?$/ }).first().waitFor();
        await shot('lens');
        await picture('lens', 300);
    },
    'hover on line 1': async () => {
        const line = await page.locator('.view-line', { hasText: 'import' }).first().boundingBox();
        await page.mouse.move(line.x + 20, line.y + line.height / 2, { steps: 4 });
        await hover('payments.md');
        await shot('hover');
        await picture('hover', 300);
        await page.mouse.move(900, 600);
    },
    'quick-open from the lens': async () => {
        await lens('Claude Code').locator('a').filter({ hasText: 'Claude Code' }).click();
        await quickPick().locator('.monaco-list-row', { hasText: 'payments.md' }).first().waitFor();
        expect(/^[^]*Claude Code[^]*Codex/.test(await quickPick().innerText()), 'the host of the lens is not first');
        await page.keyboard.press('Escape');
    },
    'quick-open from the status bar': async () => {
        await page.locator('.statusbar-item', { hasText: /instructions?$/ }).first().click();
        await quickPick().locator('.monaco-list-row', { hasText: 'payments.md' }).first().waitFor();
        await page.keyboard.press('Escape');
    },
    'launch folders are chosen from a list': async () => {
        await command('Guidechain: Choose Launch Folders');
        await quickPick().locator('.monaco-list-row', { hasText: /packages\/api(?!\/)/ }).first().click();
        await quickPick().locator('.monaco-list-row', { hasText: 'harbour' }).first().click();
        await shot('launch-folders');
        await page.keyboard.press('Enter');
        await lens('from api/').waitFor();
        await shot('lens-launch-folders');
        const settings = JSON.parse(fs.readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8'));
        expect(JSON.stringify(settings['guidechain.launchFolders']) === '[".","packages/api"]', JSON.stringify(settings));
    },
    'quick-open from the key binding': async () => {
        await page.locator('.view-line').first().click();
        await page.keyboard.press('Control+K');
        await page.keyboard.press('Control+G');
        await quickPick().locator('.monaco-list-row', { hasText: 'AGENTS.override.md' }).first().waitFor();
        await shot('quick-open');
        await picture('quick-open', 310);
        const text = await quickPick().innerText();
        expect(/Codex started in packages\/api/.test(text) && /Claude Code started in the root/.test(text), `no groups: ${text}`);
        await page.keyboard.press('Enter');
        await page.locator('.tab.active', { hasText: 'AGENTS.override.md' }).waitFor();
    },
    'sources view': async () => {
        await openFile(REFUND);
        await page.locator('.pane-header', { hasText: 'harbour' }).first().click(); // room for the view
        await command('Explorer: Focus on Agent Instructions View');
        await row('AGENTS.override.md').waitFor();
        const dead = row(/\.github — dead/);
        await dead.hover();
        await shot('sources');
        const sash = async (from, to) => {
            await page.mouse.move(from, 400);
            await page.mouse.down();
            await page.mouse.move(to, 400, { steps: 5 });
            await page.mouse.up();
        };
        await sash(346, 560);
        await dead.hover();
        await picture('sources', 530);
        await sash(560, 346);
        expect(/circle-slash/.test(await dead.innerHTML()), 'a dead file has another icon');
        await openFile('packages/web/src/cart.ts');
        await row('packages/web').filter({ hasText: 'on read' }).waitFor();
        await page.locator('.pane-header', { hasText: 'harbour' }).first().click();
    },
    'definition into an import': async () => {
        await openFile('CLAUDE.md');
        await page.locator('.view-line', { hasText: '@docs/agents/testing.md' }).first().click({ position: { x: 40, y: 8 } });
        await page.keyboard.press('F12');
        await page.locator('.tab.active', { hasText: 'testing.md' }).waitFor();
    },
    'problems': async () => {
        await openFile('CLAUDE.md');
        await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
        await page.keyboard.press('Control+Shift+M');
        await page.locator('.markers-panel', { hasText: 'dead-file' }).waitFor();
        await lens('Claude Code').waitFor();
        await shot('problems');
        await picture('problems', 800);
        await page.keyboard.press('Control+Shift+M');
    },
    'hover over an import that leads nowhere': async () => {
        await page.locator('.view-line', { hasText: 'releases.md' }).first().click();
        await page.keyboard.press('End');
        for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Control+K');
        await page.keyboard.press('Control+I'); // Show Hover
        await hover('releases.md');
        await shot('broken-import');
        await page.keyboard.press('Escape');
    },
    'preview': async () => {
        await openFile(REFUND);
        await command('Guidechain: Preview What an Agent Sees for This File');
        const choice = quickPick().locator('.monaco-list-row', { hasText: /Codex.*packages\/api/ }).first();
        await choice.waitFor();
        await shot('preview-choice');
        await choice.click();
        await page.locator('.view-line', { hasText: 'No new endpoint' }).first().waitFor();
        await lens('packages/api/AGENTS.override.md').waitFor();
        await shot('preview');
        await picture('preview', 470);
    },
    'a guarded file: a quiet hint, a warning on the edited line, gone with the edit': async () => {
        const warnings = page.locator('.squiggly-warning');
        await openFile(GENERATED);
        await page.locator('.squiggly-hint').first().waitFor(); // dots below the first characters
        expect(await warnings.count() === 0, 'a warning before any edit');
        await shot('guard-hint');
        const line = page.locator('.view-line', { hasText: 'listOrders' }).first();
        await line.click();
        await page.keyboard.press('End');
        await page.keyboard.type(' // by hand');
        await warnings.first().waitFor();
        let at, below; // An editor that is just drawing has no boxes.
        for (let i = 0; i < 200 && !(at && below); i++) [at, below] = [await line.boundingBox(), await warnings.first().boundingBox()];
        expect(await warnings.count() === 1 && Math.abs(at.y - below.y) < at.height, 'the warning is not on the edited line alone');
        await page.keyboard.press('Control+K');
        await page.keyboard.press('Control+I'); // Show Hover
        await hover('Quick Fix');
        await shot('guard');
        await picture('guard', 330);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+.');
        await page.locator('.action-widget', { hasText: 'Open the guard: AGENTS.md:8' }).waitFor();
        await shot('guard-actions');
        await picture('guard-actions', 420);
        await page.keyboard.press('Escape');
        for (let i = 0; i < 20 && await page.locator('.tab.active.dirty').count(); i++) await page.keyboard.press('Control+Z');
        await warnings.first().waitFor({ state: 'detached' });
    },
    'lens on the sentence of a guard': async () => {
        await openFile('AGENTS.md');
        await lens('guidance only').waitFor();
        await shot('guard-sentence');
        await picture('guard-sentence', 300);
    },
    'comparison of two agents': async () => {
        await openFile(REFUND);
        await command('Guidechain: Compare What Two Agents See for This File');
        await quickPick().locator('.monaco-list-row', { hasText: /Codex.*packages\/api/ }).first().click();
        await quickPick().locator('.monaco-list-row', { hasText: 'Claude Code' }).first().click();
        await page.locator('.monaco-diff-editor .view-line', { hasText: 'No new endpoint' }).first().waitFor();
        await page.waitForFunction(() => document.querySelectorAll('.monaco-diff-editor .line-insert').length > 0);
        await shot('comparison');
        await picture('comparison', 520);
    },
    'no lens is cut off at 1280 pixels with both side bars': async () => {
        await closeAll();
        await command('View: Toggle Secondary Side Bar Visibility');
        await page.locator('.part.auxiliarybar').waitFor();
        for (const file of [REFUND, 'CLAUDE.md', 'packages/web/CLAUDE.md', 'packages/api/AGENTS.md', '.github/AGENTS.md', 'packages/api/src/model.ts']) {
            await openFile(file);
            await lens(/Codex|Claude Code/).waitFor();
            await page.waitForTimeout(1000); // the lens of the state comes with the scan
            const cut = await page.evaluate(() => {
                const editor = document.querySelector('.editor-group-container.active .overflow-guard').getBoundingClientRect();
                return [...document.querySelectorAll('.codelens-decoration')]
                    .filter((each) => each.getBoundingClientRect().width > 0)
                    .filter((each) => each.getBoundingClientRect().right > editor.right - 14 || each.scrollWidth > each.clientWidth + 1)
                    .map((each) => each.textContent);
            });
            if (file === 'CLAUDE.md') await shot('both-side-bars');
            expect(cut.length === 0, `cut off in ${file}: ${cut.join(' ## ')}`);
        }
        await command('View: Toggle Secondary Side Bar Visibility');
    },
    'lens after a restart': async () => {
        await closeAll();
        await command('Guidechain: Restart Server');
        await openFile(REFUND);
        await lens('Codex').waitFor();
    },
    'walkthrough': async () => {
        await closeAll();
        await command('Guidechain: Open Walkthrough');
        await page.getByText('See which instructions govern a file').first().waitFor();
        await page.getByText('in load order').first().waitFor();
        await shot('walkthrough');
    },
    'an interpreter that is none is said once, with a button': async () => {
        editor.configure(LOOKS, { 'guidechain.interpreter': ['/nonexistent/python'] }); // the server follows the setting
        await page.locator('.notification-toast', { hasText: 'Guidechain needs Python 3.11' }).waitFor({ timeout: 90_000 });
        await page.locator('.statusbar-item', { hasText: 'Guidechain' }).first().waitFor();
        await shot('no-interpreter');
        expect(await page.locator('.notification-toast', { hasText: 'Guidechain' }).count() === 1, 'more than one message');
    },
    'an untrusted workspace starts no program of its own': async () => {
        const hostile = path.join(box, 'hostile');
        const trace = path.join(box, 'it-ran');
        const program = path.join(hostile, 'python3');
        write(hostile, {
            ...FILES,
            'python3': `#!/bin/sh\necho "$0" >> ${trace}\n`,
            'guidechain/__init__.py': `open(${JSON.stringify(trace)}, "a").write("imported")\n`,
            '.vscode/settings.json': JSON.stringify({ 'guidechain.path': program, 'guidechain.interpreter': [program], 'guidechain.importStrategy': 'fromEnvironment' }),
        });
        fs.chmodSync(program, 0o755);
        await editor.show(hostile, { ...LOOKS, 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' });
        await openFile(REFUND);
        await lens('Codex').waitFor({ timeout: 90_000 });
        await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
        expect(!fs.existsSync(trace), `a program of the workspace ran: ${fs.existsSync(trace) && fs.readFileSync(trace, 'utf8')}`);
        await shot('untrusted');
    },
    'a list that may be incomplete says so': async () => {
        write(editor.home, { 'AGENTS.md': '# Mine\n', 'notes.txt': 'x\n' });
        await editor.show(editor.home, LOOKS);
        await openFile('notes.txt');
        await command('Explorer: Focus on Agent Instructions View');
        const pane = page.locator('.pane', { hasText: 'Agent Instructions' }).last();
        await pane.locator('.message', { hasText: 'may be incomplete' }).waitFor({ timeout: 90_000 });
        expect(!/No instruction files such as|Looking for/.test(await pane.innerText()), 'it says that there are none');
        await shot('incomplete');
    },
    'two workspace folders, dark': async () => {
        const workspace = path.join(box, 'both.code-workspace');
        fs.writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'harbour' }, { path: 'lighthouse' }] }));
        const folders = page.locator('.explorer-folders-view [aria-label^="lighthouse"]').first();
        for (let i = 0; i < 3 && !(await folders.isVisible()); i++) { // The web editor may show a workspace without its folders.
            await editor.show(workspace, { ...LOOKS, 'workbench.colorTheme': 'Default Dark Modern' });
            await folders.waitFor({ timeout: 20_000 }).catch(() => undefined);
        }
        await openFile('sales.py');
        await lens('AGENTS.md').waitFor({ timeout: 90_000 });
        expect(!/override|packages/.test(await lens('AGENTS.md').innerText()), 'the other folder shows through');
        await command('Explorer: Focus on Agent Instructions View');
        await row('lighthouse').waitFor();
        await row('harbour').waitFor();
        await shot('two-folders');
    },
}, async (name) => {
    await shot(`failed ${name}`.replace(/\W+/g, '-'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
});
await editor.close();
fs.rmSync(box, { recursive: true, force: true });
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

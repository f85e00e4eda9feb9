// node start.mjs OUT [RUNS] : how long a person waits, in the real editor: for the first lens, for the next ones, and for a keystroke.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEditor, run } from './editor.mjs';
import { FILES, write } from './sample.mjs';

const out = path.resolve(process.argv[2]);
const RUNS = Number(process.argv[3] ?? 3);
const box = fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-start-'));
const KEYS = 120;
const SECTION = `## Handlers

The handlers of this part are small, and each of them validates its input with a schema.

- Run \`make check\` before you hand anything over; how to test is written in the folder of the agents.
- Money is integers in cents; never use floats for it.

\`\`\`sh
make check
\`\`\`

`;
const BIG = {
    'services/mail/CLAUDE.md': `# Mail\n\n@../../docs/agents/testing.md\n\n${SECTION.repeat(Math.ceil(600_000 / SECTION.length))}`,
    'services/mail/big.py': 'def part(x):\n    return x + 1  # as long as lines are\n\n\n'.repeat(11_000),
    'packages/api/src/generated/big.ts': 'export const part = (x: number) => x + 1; // as long as lines are\n'.repeat(9_200),
};

/** Choose `file` in the quick-open box; milliseconds from Enter until its text and until a lens of ours are on the screen. */
async function open(page, file) {
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.type(file);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: path.basename(file) }).first().waitFor();
    await page.evaluate((name) => {
        const seen = (window.seen = {});
        const look = () => {
            const front = document.querySelector('.tab.active')?.textContent.includes(name);
            if (front && document.querySelector('.view-line')?.textContent) seen.text ??= performance.now();
            if (seen.text && /Codex|Claude Code/.test(document.querySelector('.codelens-decoration')?.textContent)) seen.lens ??= performance.now();
            if (!seen.lens) requestAnimationFrame(look);
        };
        window.addEventListener('keydown', () => { seen.enter ??= performance.now(); requestAnimationFrame(look); }, { capture: true, once: true });
    }, path.basename(file));
    await page.keyboard.press('Enter');
    const { enter, text, lens } = await (await page.waitForFunction(() => window.seen.lens && window.seen, undefined, { timeout: 90_000 })).jsonValue();
    return { text: text - enter, lens: lens - enter };
}

/** For each key that is typed: milliseconds until the frame after its insertion. */
async function keyTimes(page) {
    await page.locator('.view-line').nth(3).click();
    await page.keyboard.press('End');
    await page.evaluate(() => {
        window.keyTimes = [];
        window.addEventListener('keydown', () => {
            const began = performance.now();
            requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - began)));
        }, true);
    });
    for (let i = 0; i < KEYS; i++) await page.keyboard.type(i % 8 === 7 ? ' ' : 'x', { delay: 25 });
    await page.waitForFunction((count) => window.keyTimes.length >= count, KEYS);
    const times = (await page.evaluate(() => window.keyTimes)).sort((a, b) => a - b);
    return { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)], worst: times.at(-1) };
}

const round = (value) => JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each) : each));
const shown = (times) => times.map(({ text, lens }) => `${Math.round(lens)} (text ${Math.round(text)})`).join(', ');

async function measureStart(name, folder, opened) {
    for (let i = 0; i < RUNS; i++) {
        const began = Date.now();
        const editor = await openEditor({ target: folder, out: path.join(out, name) });
        try {
            const workbench = Date.now() - began;
            const times = [];
            for (const file of opened) times.push(await open(editor.page, file));
            const [first, ...next] = times;
            console.log(`info ${name}, run ${i + 1}: workbench after ${workbench} ms; ms from opening to lens, first ${shown([first])}, then ${shown(next)}`);
            const slowest = Math.max(...next.map(({ text, lens }) => lens - text));
            if (slowest > 3000) throw new Error(`a lens came ${slowest} ms behind its text in a running session`);
        } finally {
            await editor.close();
        }
    }
}

async function measureTyping(file, extension) {
    const folder = path.join(box, `typing-${extension}-${path.extname(file)}`, 'harbour');
    write(folder, { ...FILES, [file]: BIG[file] });
    const editor = await openEditor({ target: folder, out: path.join(out, `typing-${extension}`), extension });
    try {
        if (extension) console.log(`info ${file}: ms from opening to lens ${shown([await open(editor.page, 'Makefile'), await open(editor.page, file)])}`);
        else {
            await editor.page.keyboard.press('Control+P');
            await editor.page.keyboard.type(file);
            await editor.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: path.basename(file) }).first().waitFor();
            await editor.page.keyboard.press('Enter');
            await editor.page.locator('.tab.active', { hasText: path.basename(file) }).first().waitFor();
        }
        await editor.page.waitForTimeout(5000); // the editor colours and checks the text
        return await keyTimes(editor.page);
    } finally {
        await editor.close();
    }
}

async function compareTyping(file) {
    const without = await measureTyping(file, false);
    const withIt = await measureTyping(file, true);
    console.log(`info typing in ${file}, ${Math.round(BIG[file].length / 1000)} KB, ms from key to frame: ${round(withIt)}, without the extension ${round(without)}`);
    if (withIt.p95 > 2 * without.p95 + 50) throw new Error(`a keystroke takes ${round(withIt)}, without the extension ${round(without)}`);
}

const small = path.join(box, 'small', 'harbour');
write(small, FILES);
const large = path.join(box, 'large', 'mono');
fs.mkdirSync(path.dirname(large));
const written = spawnSync(process.env.PYTHON, [path.resolve(import.meta.dirname, '../../bench/monorepo.py'), large], { encoding: 'utf8' });
if (written.status !== 0) throw new Error(`cannot write the large tree: ${written.stderr}`);
const sources = fs.readdirSync(large, { recursive: true }).filter((file) => file.endsWith('.py') && !file.includes('node_modules')).sort();

const results = await run({
    'lens in a small workspace': () => measureStart('small', small, ['packages/api/src/payments/refund.ts', 'packages/web/src/cart.ts', 'Makefile', 'send.py']),
    'lens in a workspace of 20,000 files': () => measureStart('large', large, [100, 1000, 2000, 3000].map((at) => path.basename(sources[at]))),
    ...Object.fromEntries(Object.keys(BIG).map((file) => [`typing in ${file}`, () => compareTyping(file)])),
});
fs.rmSync(box, { recursive: true, force: true });
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

// node start.mjs OUT : how long a person waits, in the real editor: for the first lens, for the next ones, and for a keystroke.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEditor, run } from './editor.mjs';
import { FILES, monorepo, write } from './sample.mjs';

const out = path.resolve(process.argv[2]);
const box = fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-start-'));
const KEYS = 120;

/** Milliseconds from Enter in the quick-open box until a lens with `text` is on the screen, for each of `files`. */
async function lensTimes(page, files, text) {
    const times = [];
    for (const file of files) {
        await page.keyboard.press('Control+P');
        await page.locator('.quick-input-widget input').first().waitFor();
        await page.keyboard.type(file);
        await page.locator('.quick-input-list .monaco-list-row', { hasText: path.basename(file) }).first().waitFor();
        const began = Date.now();
        await page.keyboard.press('Enter');
        await page.locator('.tab.active', { hasText: path.basename(file) }).first().waitFor();
        await page.locator('.codelens-decoration', { hasText: text }).first().waitFor({ timeout: 90_000 });
        times.push(Date.now() - began);
    }
    return times;
}

/** For each key that is typed: milliseconds until the frame after its insertion. */
async function keyTimes(page) {
    await page.evaluate(() => {
        window.keyTimes = [];
        window.addEventListener('keydown', () => {
            const began = performance.now();
            requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - began)));
        }, true);
    });
    await page.locator('.view-line').nth(2).click();
    for (let i = 0; i < KEYS; i++) await page.keyboard.type(i % 8 === 7 ? ' ' : 'x', { delay: 25 });
    await page.waitForTimeout(500);
    const times = (await page.evaluate(() => window.keyTimes)).sort((a, b) => a - b);
    return { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)], worst: times.at(-1) };
}

const round = (times) => JSON.stringify(times, (_, value) => (typeof value === 'number' ? Math.round(value) : value));
const BIG = '# Rules\n\n' + 'Every handler validates its input with a schema; see @docs/agents/testing.md for how, and `make check`.\n'.repeat(5800);

async function measureStart(name, files, opened) {
    const folder = path.join(box, name);
    write(folder, files);
    const began = Date.now();
    const editor = await openEditor({ target: folder, out: path.join(out, name) });
    try {
        console.log(`info ${name}: workbench after ${Date.now() - began} ms`);
        const [first, ...next] = await lensTimes(editor.page, opened, 'AGENTS.md');
        console.log(`info ${name}: first lens ${first} ms after opening (server start included), then ${next.join(', ')} ms`);
        if (Math.max(...next) > 3000) throw new Error(`a lens took ${Math.max(...next)} ms in a running session`);
    } finally {
        await editor.close();
    }
}

async function measureTyping(name, file, withExtension) {
    const folder = path.join(box, `typing-${name}-${withExtension}`);
    write(folder, { ...FILES, [file]: BIG });
    const editor = await openEditor({ target: folder, out: path.join(out, `typing-${name}`), extension: withExtension });
    try {
        if (withExtension) await lensTimes(editor.page, ['Makefile', file], 'AGENTS.md');
        else {
            await editor.page.keyboard.press('Control+P');
            await editor.page.keyboard.type(file);
            await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: path.basename(file) }).first().waitFor();
            await editor.page.keyboard.press('Enter');
            await editor.page.locator('.tab.active', { hasText: path.basename(file) }).first().waitFor();
            await editor.page.waitForTimeout(3000);
        }
        return await keyTimes(editor.page);
    } finally {
        await editor.close();
    }
}

async function compareTyping(name, file) {
    const without = await measureTyping(name, file, false);
    const withIt = await measureTyping(name, file, true);
    console.log(`info typing in a ${Math.round(BIG.length / 1000)} KB ${name}, ms from key to frame: ${round(withIt)}, without the extension ${round(without)}`);
    if (withIt.p95 > 2 * without.p95 + 50) throw new Error(`a keystroke takes ${round(withIt)}, without the extension ${round(without)}`);
}

const results = await run({
    'lens in a small workspace': () => measureStart('small', FILES, ['packages/api/src/payments/refund.ts', 'packages/web/src/cart.ts', 'Makefile']),
    'lens in a workspace of 20,000 files': () =>
        measureStart('large', monorepo(20_000), ['part17.py', 'part4018.py', 'part9019.py', 'part12020.py']),
    'typing in a large source file': () => compareTyping('Python file', 'services/mail/big.py'),
    'typing in a large instruction file': () => compareTyping('AGENTS.md', 'services/mail/AGENTS.md'),
});
fs.rmSync(box, { recursive: true, force: true });
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

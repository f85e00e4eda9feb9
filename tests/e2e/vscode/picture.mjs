// node picture.mjs TREE FILE LINE OUT.png : the real editor over a guarded file of a copy of TREE: LINE is edited, not saved.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEditor } from './editor.mjs';

const [tree, file, line, out] = process.argv.slice(2);
const box = fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-picture-'));
const folder = path.join(box, path.basename(tree));
fs.cpSync(tree, folder, { recursive: true, verbatimSymlinks: true });
const editor = await openEditor({ target: folder, out: box, user: { 'workbench.colorTheme': 'Default Light Modern' } });
try {
    const { page } = editor;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.type(path.basename(file));
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: path.dirname(file) }).first().waitFor({ timeout: 240_000 });
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: path.basename(file) }).first().waitFor();
    await page.locator('.squiggly-hint, .codelens-decoration').first().waitFor({ timeout: 180_000 });
    await page.keyboard.press('Control+G');
    await page.locator('.quick-input-widget input').first().waitFor();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' // by hand');
    await page.locator('.squiggly-warning').first().waitFor({ timeout: 180_000 });
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I'); // Show Hover
    await page.locator('.monaco-hover:visible', { hasText: 'Quick Fix' }).first().waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: out, clip: { x: 0, y: 0, width: 1280, height: 420 }, animations: 'disabled' });
} finally {
    await editor.page.screenshot({ path: `${out}.whole.png` });
    await editor.close();
    fs.rmSync(box, { recursive: true, force: true });
}

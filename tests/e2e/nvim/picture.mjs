// node picture.mjs STREAM COLUMNS ROWS OUT.png : what a terminal that got the bytes of STREAM shows.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [stream, columns, rows, out] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(process.env.PLAYWRIGHT));
const xterm = path.resolve(path.dirname(process.env.CODE_SERVER), '../../lib/vscode/node_modules/@xterm/xterm');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.setContent('<body style="margin:0;background:#14161b"><div id="terminal" style="display:inline-block;padding:8px"></div></body>');
await page.addStyleTag({ path: path.join(xterm, 'css/xterm.css') });
await page.addScriptTag({ path: path.join(xterm, 'lib/xterm.js') });
await page.evaluate(({ bytes, columns, rows }) => new Promise((done) => {
    const terminal = new Terminal({ cols: columns, rows, fontFamily: 'DejaVu Sans Mono', fontSize: 14, lineHeight: 1.2, theme: { background: '#14161b', foreground: '#e0e2ea' }, cursorBlink: false });
    terminal.open(document.getElementById('terminal'));
    terminal.write(Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)), done);
}), { bytes: fs.readFileSync(stream).toString('base64'), columns: Number(columns), rows: Number(rows) });
await page.waitForTimeout(500);
await page.locator('#terminal').screenshot({ path: out });
await browser.close();

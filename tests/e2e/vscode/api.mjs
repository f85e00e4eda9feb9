// node api.mjs OUT : assertions through the editor's own API, in the extension host, on a fresh sample repository.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEditor } from './editor.mjs';
import { FILES, write } from './sample.mjs';

const out = path.resolve(process.argv[2]);
const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-api-')), 'harbour');
const result = path.join(path.dirname(folder), 'result.json');
write(folder, FILES);
const editor = await openEditor({
    target: folder, out, driver: true,
    env: { DRIVER_STEPS: path.resolve(import.meta.dirname, 'assertions.cjs'), DRIVER_RESULT: result, SAMPLE_FILES: JSON.stringify(Object.keys(FILES)) },
});
for (const end = Date.now() + 480_000; Date.now() < end && !fs.existsSync(result); await pause(200));
await editor.page.screenshot({ path: path.join(out, 'at-the-end.png') });
await editor.close();
const outcomes = fs.existsSync(result)
    ? JSON.parse(fs.readFileSync(result, 'utf8'))
    : [{ name: 'the assertions ran to the end', ok: false, detail: 'no result', ms: 480_000 }];
for (const { name, ok, detail, ms } of outcomes) {
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${ms} ms)${ok ? '' : `\n     ${detail.split('\n').slice(0, 8).join('\n     ')}`}`);
}
fs.rmSync(path.dirname(folder), { recursive: true, force: true });
const failed = outcomes.filter(({ ok }) => !ok).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

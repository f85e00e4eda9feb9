// node api.mjs OUT : assertions through the editor's own API, in the extension host, on a fresh sample repository.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEditor } from './editor.mjs';
import { FILES, write } from './sample.mjs';

const SILENCE = 180_000; // no step takes this long, whatever it waits for
const out = path.resolve(process.argv[2]);
const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-api-')), 'harbour');
const result = path.join(path.dirname(folder), 'result.json');
write(folder, FILES);
const editor = await openEditor({
    target: folder, out, driver: true,
    env: { DRIVER_STEPS: path.resolve(import.meta.dirname, 'assertions.cjs'), DRIVER_RESULT: result, SAMPLE_FILES: JSON.stringify(Object.keys(FILES)) },
});
let seen = 0;
let failed = 0;
let done = false;
for (let quiet = Date.now() + SILENCE; !done && Date.now() < quiet; await pause(200)) {
    const lines = fs.existsSync(result) ? fs.readFileSync(result, 'utf8').split('\n').slice(0, -1) : [];
    for (const line of lines.slice(seen)) {
        seen += 1;
        quiet = Date.now() + SILENCE;
        const outcome = JSON.parse(line);
        if (outcome === 'done') done = true;
        else failed += report(outcome) ? 0 : 1;
    }
}
if (!done) failed += report({ name: 'the assertions run to the end', ok: false, detail: `silent for ${SILENCE} ms`, ms: SILENCE }) ? 0 : 1;
await editor.page.screenshot({ path: path.join(out, 'at-the-end.png') });
await editor.close();
fs.rmSync(path.dirname(folder), { recursive: true, force: true });
const passed = seen - (done ? 1 : 0) - failed + (done ? 0 : 1);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);

function report({ name, ok, detail, ms }) {
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${ms} ms)${ok ? '' : `\n     ${detail.split('\n').slice(0, 8).join('\n     ')}`}`);
    return ok;
}

// Loads the module that DRIVER_STEPS names, runs its steps in order and appends what came of each to DRIVER_RESULT, a line of JSON.
const fs = require('node:fs');
const vscode = require('vscode');

exports.activate = () => {
    const { DRIVER_STEPS, DRIVER_RESULT } = process.env;
    if (DRIVER_STEPS && DRIVER_RESULT && !fs.existsSync(DRIVER_RESULT)) {
        void runAll(require(DRIVER_STEPS)(vscode), DRIVER_RESULT);
    }
};

async function runAll(steps, result) {
    for (const [name, step] of Object.entries(steps)) {
        const began = Date.now();
        const detail = await Promise.resolve().then(step).then(() => '', (error) => String(error?.stack ?? error));
        fs.appendFileSync(result, `${JSON.stringify({ name, ok: !detail, detail, ms: Date.now() - began })}\n`);
    }
    fs.appendFileSync(result, '"done"\n');
}

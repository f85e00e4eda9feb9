// Loads the module that DRIVER_STEPS names, runs its steps in order and writes what came of them to DRIVER_RESULT.
const fs = require('node:fs');
const vscode = require('vscode');

exports.activate = () => {
    const { DRIVER_STEPS, DRIVER_RESULT } = process.env;
    if (DRIVER_STEPS && DRIVER_RESULT && !fs.existsSync(DRIVER_RESULT)) {
        void runAll(require(DRIVER_STEPS)(vscode), DRIVER_RESULT);
    }
};

async function runAll(steps, result) {
    const outcomes = [];
    for (const [name, step] of Object.entries(steps)) {
        const began = Date.now();
        let detail = '';
        try {
            await step();
        } catch (error) {
            detail = String(error?.stack ?? error);
        }
        outcomes.push({ name, ok: !detail, detail, ms: Date.now() - began });
    }
    fs.writeFileSync(`${result}.part`, JSON.stringify(outcomes));
    fs.renameSync(`${result}.part`, result); // whole or not there
}

// Which Python runs the server. The environment extensions of Microsoft cannot be installed without a gallery: these are stand-ins with their API.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { load } from './load.mjs';

const box = fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-interpreter-'));
process.on('exit', () => fs.rmSync(box, { recursive: true, force: true }));
const LOG = { info() {}, warn() {} };
const workspace = path.join(box, 'workspace');

/** A program in `folder` that answers as a Python of `version` does, with the package `installed` or not; a text without digits answers as it is. */
function program(folder, version, installed = '') {
    const file = path.join(box, folder, 'python3');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const first = /^\d/.test(version) ? `Python ${version}` : version;
    fs.writeFileSync(file, `#!/bin/sh\necho '${first}'\n[ -z "$4$3" ] || echo '${installed}'\n`, { mode: 0o755 });
    return file;
}

/** What findInterpreter chooses. `extensions` maps ids to what they export; PATH holds `onPath` and nothing else. */
async function found({ setting = [], extensions = {}, onPath = [], trusted = true, askInstalled = false }) {
    const editor = {
        workspace: {
            isTrusted: trusted,
            workspaceFolders: [{ uri: { fsPath: workspace } }],
            getConfiguration: () => ({ get: (name, otherwise) => (name === 'interpreter' ? setting : otherwise) }),
            getWorkspaceFolder: ({ fsPath }) => (fsPath.startsWith(workspace + path.sep) ? {} : undefined),
        },
        extensions: { getExtension: (id) => (id in extensions ? { activate: async () => extensions[id]() } : undefined) },
        Uri: { file: (fsPath) => ({ fsPath }) },
    };
    const { findInterpreter } = await load('interpreter', editor);
    const before = process.env.PATH;
    process.env.PATH = onPath.map((file) => path.dirname(file)).join(path.delimiter);
    try {
        const { command, source, version, installed } = await findInterpreter(LOG, box, askInstalled);
        return [path.relative(box, command[0]), source, version, ...(installed ? [installed] : [])].join(' | ');
    } catch (error) {
        return error.message;
    } finally {
        process.env.PATH = before;
    }
}

/** The API of ms-python.python with `file` as the active environment. */
const pythonExtension = (file) => () => ({
    environments: {
        getActiveEnvironmentPath: () => ({ id: 'active', path: file }),
        resolveEnvironment: async ({ id }) => (id === 'active' ? { executable: { uri: { fsPath: file } } } : undefined),
    },
});
/** The API of ms-python.vscode-python-envs with `file` as the environment of the first folder. */
const environments = (file) => () => ({
    getEnvironment: async (scope) => (scope?.fsPath === workspace ? { execInfo: { run: { executable: file } } } : undefined),
});
const silent = () => new Promise(() => {});

const old = program('old', '3.9.2');
const recent = program('recent', '3.12.1', '0.9.0');
const other = program('other', '3.13.0');
const inside = program('workspace/.venv', '3.12.4');

test('the setting comes before everything, and is not passed over when it does not work', async () => {
    const more = { extensions: { 'ms-python.python': pythonExtension(other) }, onPath: [other] };
    assert.equal(await found({ setting: [recent], ...more }), 'recent/python3 | setting guidechain.interpreter | 3.12.1');
    assert.match(await found({ setting: [old], ...more }), /needs Python 3\.11 or newer.*old\/python3 .*Python 3\.9\.2 is too old/);
    assert.match(await found({ setting: ['/nowhere/python'], ...more }), /\/nowhere\/python .*not found/);
});

test('the environment of the Python extension comes before PATH', async () => {
    assert.equal(await found({ extensions: { 'ms-python.python': pythonExtension(recent) }, onPath: [other] }), 'recent/python3 | Python extension | 3.12.1');
});

test('the Python Environments extension comes before the Python extension', async () => {
    const extensions = { 'ms-python.python': pythonExtension(other), 'ms-python.vscode-python-envs': environments(recent) };
    assert.equal(await found({ extensions }), 'recent/python3 | Python Environments extension | 3.12.1');
});

test('an environment that is too old, an extension that fails, one with another API: the next one is asked', async () => {
    assert.equal(await found({ extensions: { 'ms-python.python': pythonExtension(old) }, onPath: [other] }), 'other/python3 | PATH | 3.13.0');
    for (const exported of [() => { throw new Error('no'); }, () => undefined, () => ({ environments: {} }), () => 'text']) {
        assert.equal(await found({ extensions: { 'ms-python.python': exported, 'ms-python.vscode-python-envs': exported }, onPath: [other] }), 'other/python3 | PATH | 3.13.0');
    }
});

test('an extension that never answers holds nothing up for long', { timeout: 30_000 }, async () => {
    assert.equal(await found({ extensions: { 'ms-python.python': silent }, onPath: [other] }), 'other/python3 | PATH | 3.13.0');
});

test('an environment inside an untrusted workspace is not run', async () => {
    const extensions = { 'ms-python.python': pythonExtension(inside) };
    assert.equal(await found({ extensions, onPath: [other] }), 'workspace/.venv/python3 | Python extension | 3.12.4');
    assert.equal(await found({ extensions, onPath: [other], trusted: false }), 'other/python3 | PATH | 3.13.0');
});

test('what is on PATH is tried until one is new enough', async () => {
    assert.equal(await found({ onPath: [old, recent] }), 'recent/python3 | PATH | 3.12.1');
    assert.match(await found({ onPath: [old] }), /Found only: .*old\/python3 \(PATH\): Python 3\.9\.2 is too old/);
    assert.match(await found({ onPath: [program('shell', 'Hello')] }), /is not a Python interpreter/);
    assert.match(await found({}), /No Python was found/);
});

test('the installed package is looked for where it is asked for', async () => {
    assert.equal(await found({ onPath: [recent], askInstalled: true }), 'recent/python3 | PATH | 3.12.1 | 0.9.0');
    assert.equal(await found({ onPath: [other], askInstalled: true }), 'other/python3 | PATH | 3.13.0');
});

test('a real interpreter answers the probe', async () => {
    const python = process.env.PYTHON ?? 'python3';
    const { execFileSync } = await import('node:child_process');
    const [real, version] = execFileSync(python, ['-c', 'import sys; print(sys.executable); print("%d.%d.%d" % sys.version_info[:3])'], { encoding: 'utf8' }).split('\n');
    const answer = await found({ setting: [real], askInstalled: true });
    assert.ok(answer.startsWith(`${path.relative(box, real)} | setting guidechain.interpreter | ${version}`), answer);
});

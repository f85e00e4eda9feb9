// One VS Code on loopback in throw-away folders, with the packed extension, and a browser page that shows it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const { chromium } = await import(pathToFileURL(process.env.PLAYWRIGHT));
const { CODE_SERVER, CHROMIUM, VSIX, DRIVER, PYTHON } = process.env;

/** Refuses at once: no gallery is asked, whatever the editor would like to know. */
const NOWHERE = 'http://127.0.0.1:9';
const QUIET = {
    'files.autoSave': 'off', // in a browser it is on: an edit that a test wants unsaved would be saved after a second
    'workbench.startupEditor': 'none', 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'workbench.enableExperiments': false,
    'workbench.tips.enabled': false, 'chat.disableAIFeatures': true, 'telemetry.telemetryLevel': 'off', 'git.enabled': false,
    'extensions.autoUpdate': false, 'extensions.autoCheckUpdates': false, 'extensions.ignoreRecommendations': true,
    'editor.minimap.enabled': false, 'explorer.confirmDelete': false, 'window.commandCenter': false, 'security.workspace.trust.enabled': false,
};

/**
 * Open `target` (a folder or a .code-workspace file). `user` are settings; those that start a program count only as machine
 * settings, because this editor is a remote window. `env` reaches the extension host. `show` opens another target in the
 * same editor, with settings of its own. Everything is gone after `close`.
 */
export async function openEditor({ target, out, user = {}, machine = {}, env = {}, driver = false, extension = true, size = { width: 1280, height: 800 } }) {
    const box = fs.mkdtempSync(path.join(os.tmpdir(), 'guidechain-editor-'));
    const data = path.join(box, 'data');
    fs.mkdirSync(out, { recursive: true });
    const configure = (userSettings, machineSettings) => {
        for (const [name, settings] of [['User', { ...QUIET, ...userSettings }], ['Machine', { 'guidechain.interpreter': [PYTHON], ...machineSettings }]]) {
            fs.mkdirSync(path.join(data, name), { recursive: true });
            fs.writeFileSync(path.join(data, name, 'settings.json'), JSON.stringify(settings));
        }
    };
    configure(user, machine);
    fs.mkdirSync(path.join(box, 'home'));
    const environment = {
        PATH: process.env.PATH, HOME: path.join(box, 'home'), LANG: 'C.UTF-8',
        EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: NOWHERE, itemUrl: NOWHERE, resourceUrlTemplate: NOWHERE }),
        ...env,
    };
    const folders = ['--user-data-dir', data, '--extensions-dir', path.join(box, 'extensions')];
    for (const vsix of [...(extension ? [VSIX] : []), ...(driver ? [DRIVER] : [])]) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [CODE_SERVER, ...folders, '--install-extension', vsix], { env: environment, encoding: 'utf8' });
        if (status !== 0) throw new Error(`cannot install ${vsix}: ${stdout}${stderr}`);
    }
    const port = await freePort();
    const log = fs.openSync(path.join(out, 'code-server.log'), 'w');
    const server = spawn(process.execPath, [
        CODE_SERVER, ...folders, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check',
        '--disable-getting-started-override', target,
    ], { env: environment, stdio: ['ignore', log, log] });
    const ended = once(server, 'exit');
    let browser;
    const close = async () => {
        await browser?.close();
        server.kill('SIGTERM');
        await Promise.race([ended, pause(5000).then(() => server.kill('SIGKILL'))]);
        fs.cpSync(path.join(data, 'logs'), path.join(out, 'logs'), { recursive: true, force: true });
        fs.rmSync(box, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    };
    try {
        await ready(port);
        browser = await chromium.launch({
            executablePath: CHROMIUM,
            args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
                '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
        });
        const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1, permissions: ['clipboard-read', 'clipboard-write'] });
        page.setDefaultTimeout(90_000); // the machine may be busy; nothing waits this long unless it fails
        const visit = async (place) => {
            const kind = place.endsWith('.code-workspace') ? 'workspace' : 'folder';
            await page.goto(`http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(place)}`);
            await page.locator('.monaco-workbench').waitFor({ timeout: 120_000 });
        };
        await visit(target);
        const show = async (place, userSettings) => {
            await page.goto('about:blank'); // the window closes, and its extension host with it
            configure(userSettings, machine);
            await visit(place);
        };
        return { page, close, configure, show, home: path.join(box, 'home') };
    } catch (error) {
        await close();
        throw error;
    }
}

async function ready(port) {
    for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
        if (await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false)) return;
    }
    throw new Error('code-server did not start');
}

async function freePort() {
    const probe = net.createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address();
    probe.close();
    return port;
}

/** Run `steps` ({ name: async () => void }) in order and write a line for each; the rest still runs after a failure. */
export async function run(steps, onFailure = async () => {}) {
    const results = [];
    for (const [name, step] of Object.entries(steps)) {
        const began = Date.now();
        const detail = await step().then(() => '', (error) => String(error?.stack ?? error));
        results.push({ name, ok: !detail, detail });
        console.log(`${detail ? 'FAIL' : 'ok  '} ${name} (${Date.now() - began} ms)${detail ? `\n     ${detail.split('\n').slice(0, 12).join('\n     ')}` : ''}`);
        if (detail) await onFailure(name);
    }
    return results;
}

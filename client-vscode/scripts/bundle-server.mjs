// Puts the pure-Python server and its pinned dependencies into bundled/, which the .vsix carries. PYTHON names the interpreter to use pip of.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const here = path.resolve(import.meta.dirname, '..');
const bundled = path.join(here, 'bundled');
const libs = path.join(bundled, 'libs');
const python = process.env.PYTHON || (process.platform === 'win32' ? 'python' : 'python3');

fs.rmSync(bundled, { recursive: true, force: true });
const pip = spawnSync(python, [
    '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', libs, '--no-deps', '--no-compile', '--require-hashes',
    '--only-binary', ':all:', '--implementation', 'py', // no wheel for one platform: the .vsix is for all of them
    '--requirement', path.join(here, 'requirements.txt'),
], { stdio: 'inherit' });
if (pip.status !== 0) {
    console.error(`bundle-server: pip of "${python}" failed (${pip.error?.message ?? `exit ${pip.status}`}); set PYTHON to a Python 3.11 or newer with pip`);
    process.exit(1);
}
for (const name of fs.readdirSync(libs)) {
    if (name.endsWith('.dist-info') || name === 'bin') {
        keepLicence(name);
        fs.rmSync(path.join(libs, name), { recursive: true });
    }
}
fs.cpSync(path.join(here, '../server/guidechain'), path.join(libs, 'guidechain'), {
    recursive: true,
    filter: (source) => path.basename(source) !== '__pycache__',
});
fs.copyFileSync(path.join(here, 'scripts/run.py'), path.join(bundled, 'run.py'));
const natives = fs.readdirSync(libs, { recursive: true }).filter((file) => /\.(so|pyd|dylib)$/.test(file));
if (natives.length > 0) {
    console.error(`bundle-server: the bundle must run on every platform, but holds ${natives.join(', ')}`);
    process.exit(1);
}

/** The licences of what is shipped stay with it. */
function keepLicence(name) {
    const folder = path.join(libs, name);
    for (const file of fs.readdirSync(folder, { recursive: true })) {
        if (/licen[cs]e|copying|notice/i.test(path.basename(file)) && fs.statSync(path.join(folder, file)).isFile()) {
            const target = path.join(bundled, 'licenses', `${name.replace('.dist-info', '')}-${path.basename(file)}`);
            fs.mkdirSync(path.dirname(target), { recursive: true });
            fs.copyFileSync(path.join(folder, file), target);
        }
    }
}

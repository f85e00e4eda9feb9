// Loads a module of the client outside the editor, with `vscode` as what the test puts in its place.
import path from 'node:path';
import { build } from 'esbuild';

/** The exports of src/NAME.ts; what it imports as `vscode` are the members of `editor`. */
export async function load(name, editor) {
    const { outputFiles } = await build({
        entryPoints: [path.join(import.meta.dirname, '../src', `${name}.ts`)],
        bundle: true, write: false, format: 'cjs', platform: 'node', external: ['vscode'], logLevel: 'error',
    });
    const module = { exports: {} };
    const builtin = await import('node:module').then(({ createRequire }) => createRequire(import.meta.url));
    new Function('module', 'exports', 'require', outputFiles[0].text)(module, module.exports, (id) => (id === 'vscode' ? editor : builtin(id)));
    return module.exports;
}

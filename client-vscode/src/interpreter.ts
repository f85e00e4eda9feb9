import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** A Python that can run the server: the command with its leading arguments, its version, and who named it. */
export interface Interpreter {
    command: string[];
    version: string;
    source: string;
    /** The version of the guidechain package that is installed in it, if one is and it was asked for. */
    installed: string | undefined;
}

const OLDEST = [3, 11] as const;
/** Prints the version of Python, and with an argument that of the guidechain package or an empty line. Imports little: people wait. */
const PROBE = `
import sys
print("Python %d.%d.%d" % sys.version_info[:3])
if sys.version_info >= (3, 11) and sys.argv[1:]:
    from importlib.metadata import PackageNotFoundError, version
    try:
        print(version("guidechain"))
    except PackageNotFoundError:
        print()
`;

/** What was tried, in words, when no candidate is good enough. */
export class NoInterpreter extends Error {
    constructor(readonly tried: string[]) {
        super(
            `Guidechain needs Python ${OLDEST.join('.')} or newer to run its server. ` +
                (tried.length ? `Found only: ${tried.join('; ')}.` : 'No Python was found.'),
        );
    }
}

/**
 * The first candidate that runs and is new enough: the setting, the environment extensions, then PATH.
 * `neutralFolder` is the current folder of the probes; `askInstalled` has them look for the guidechain package too.
 * Throws NoInterpreter.
 */
export async function findInterpreter(log: vscode.LogOutputChannel, neutralFolder: string, askInstalled: boolean): Promise<Interpreter> {
    const tried: string[] = [];
    for await (const [source, command] of candidates()) {
        const found = await probe(command, neutralFolder, askInstalled);
        if (typeof found === 'string') {
            tried.push(`${command.join(' ')} (${source}): ${found}`);
            log.info(`Interpreter ${tried.at(-1)}`);
        } else {
            return { command, source, ...found };
        }
    }
    throw new NoInterpreter(tried);
}

async function* candidates(): AsyncGenerator<[source: string, command: string[]]> {
    const chosen = vscode.workspace.getConfiguration('guidechain').get<string[]>('interpreter', []);
    if (chosen.length > 0) {
        yield ['setting guidechain.interpreter', chosen];
        return; // A chosen interpreter that does not work is an error to show, not a reason to run another one.
    }
    // An environment inside the workspace is a program that the workspace brought along.
    for (const [source, ask] of ENVIRONMENT_EXTENSIONS) {
        const program = await within(5_000, ask());
        if (program !== undefined && (vscode.workspace.isTrusted || !isInWorkspace(program))) {
            yield [source, [program]];
        }
    }
    for (const [name, ...args] of process.platform === 'win32' ? [['py', '-3'], ['python3'], ['python']] : [['python3'], ['python']]) {
        for (const program of await onPath(name!)) {
            yield ['PATH', [program, ...args]];
        }
    }
}

/** Asked in order; each answers with the path of a Python program, or undefined. Neither is needed. */
const ENVIRONMENT_EXTENSIONS: [source: string, ask: () => Promise<string | undefined>][] = [
    [
        'Python Environments extension',
        async () => {
            const api = await exportsOf('ms-python.vscode-python-envs');
            const environment = await api?.getEnvironment?.(vscode.workspace.workspaceFolders?.[0]?.uri);
            return environment?.execInfo?.run?.executable;
        },
    ],
    [
        'Python extension',
        async () => {
            const environments = (await exportsOf('ms-python.python'))?.environments;
            const active = environments?.getActiveEnvironmentPath?.(vscode.workspace.workspaceFolders?.[0]?.uri);
            return active && (await environments.resolveEnvironment(active))?.executable?.uri?.fsPath;
        },
    ],
];

/** What an extension exports: a foreign interface without types here, so every step of its use is optional. */
async function exportsOf(extension: string): Promise<any> {
    return vscode.extensions.getExtension(extension)?.activate();
}

/** Gives an extension that is slow to activate no more than `ms` before the next candidate is tried. */
function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
    return Promise.race([answer.catch(() => undefined), new Promise<undefined>((done) => setTimeout(done, ms, undefined))]);
}

function isInWorkspace(program: string): boolean {
    return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program)) !== undefined;
}

/** Absolute paths of `name` in the absolute folders of PATH: a relative one would mean the workspace. */
async function onPath(name: string): Promise<string[]> {
    const file = process.platform === 'win32' ? `${name}.exe` : name;
    const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
    const found: string[] = [];
    for (const folder of new Set(folders)) {
        const program = path.join(folder, file);
        if (await fs.access(program, fs.constants.X_OK).then(() => true, () => false)) {
            found.push(program);
        }
    }
    return found;
}

/** Its versions, or why it cannot be used. Python imports from the current folder, so that must not be the workspace. */
function probe(command: string[], cwd: string, askInstalled: boolean): Promise<Pick<Interpreter, 'version' | 'installed'> | string> {
    const [program, ...args] = command;
    return new Promise((done) => {
        execFile(program!, [...args, '-c', PROBE, ...(askInstalled ? ['installed'] : [])], { cwd, timeout: 15_000, windowsHide: true }, (error, stdout, stderr) => {
            if (error) {
                return done(error.code === 'ENOENT' ? 'not found' : (stderr.trim().split('\n').at(-1) || error.message).slice(0, 200));
            }
            const [said = '', installed] = stdout.split(/\r?\n/);
            const [, version, major, minor] = /^Python ((\d+)\.(\d+)\.\d+)$/.exec(said) ?? [];
            if (!version) {
                return done('is not a Python interpreter');
            }
            const enough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
            return done(enough ? { version, installed: installed || undefined } : `Python ${version} is too old`);
        });
    });
}

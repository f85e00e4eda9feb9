import * as path from 'node:path';
import * as vscode from 'vscode';
import {
    type Executable,
    LanguageClient,
    type LanguageClientOptions,
    State,
} from 'vscode-languageclient/node';
import { copyText } from './copyText';
import { declare } from './declared';
import { findInterpreter, type Interpreter, NoInterpreter } from './interpreter';
import { middleware } from './middleware';

/** An undefined token would be sent to the server as a second parameter. */
const NEVER = new vscode.CancellationTokenSource().token;

export type ServerState = 'starting' | 'running' | 'failed';

/** The language server's process and the connection to it. Restarts never overlap: they stand in a queue of one. */
export class Server implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<ServerState>();
    private client: LanguageClient | undefined;
    private work: Promise<void> = Promise.resolve();
    private waiting: Promise<void> | undefined;
    private readonly differing = new vscode.EventEmitter<void>();
    readonly onDidChangeState = this.changed.event;
    /** Answers may differ from those given before: a file, a setting or a buffer has changed. */
    readonly onAnswersMayDiffer = this.differing.event;
    state: ServerState = 'starting';
    /** Why the server is not running, in words for a person. */
    failure = '';
    /** What was started, for the debug information. */
    command: Executable | undefined;
    interpreter: Interpreter | undefined;

    constructor(
        private readonly context: vscode.ExtensionContext,
        readonly log: vscode.LogOutputChannel,
    ) {}

    /** Stop what runs and start anew, with the settings of the moment. A restart that has not begun yet serves all who ask. */
    restart(): Promise<void> {
        this.waiting ??= this.work = this.work.then(async () => {
            await this.stop();
            this.waiting = undefined;
            await this.start();
        });
        return this.waiting;
    }

    /** The server's answer, or undefined while it is not running. Throws what the server answers as an error. */
    async request<T>(method: string, params: object, token = NEVER): Promise<T | undefined> {
        await this.work;
        return this.client?.isRunning() ? this.client.sendRequest<T>(method, params, token) : undefined;
    }

    /** What the server said of itself when it started. */
    get initializeResult(): LanguageClient['initializeResult'] {
        return this.client?.initializeResult;
    }

    async stop(): Promise<void> {
        const client = this.client;
        this.client = undefined;
        await client?.dispose().catch((error) => this.log.warn(`The server did not stop cleanly: ${error}`));
    }

    dispose(): void {
        this.changed.dispose();
        this.differing.dispose();
    }

    private async start(): Promise<void> {
        this.setState('starting');
        try {
            this.command = await this.findCommand();
            this.log.info(`Starting ${[this.command.command, ...(this.command.args ?? [])].join(' ')}`);
            const client = new LanguageClient('guidechain', 'Guidechain', this.command, this.options());
            this.client = client;
            declare(client);
            copyText(client);
            client.onDidChangeState(({ newState }) => {
                if (client === this.client) {
                    this.setState(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'failed');
                }
            });
            await client.start();
        } catch (error) {
            this.fail(error);
        }
    }

    private fail(error: unknown): void {
        this.failure = error instanceof Error ? error.message : String(error);
        this.log.error(this.failure);
        this.setState('failed');
        const choose = 'Choose Interpreter…';
        const logs = 'Show Logs';
        const offer = error instanceof NoInterpreter ? [choose, logs] : [logs];
        void vscode.window.showErrorMessage(
            error instanceof NoInterpreter ? this.failure : `Guidechain's server did not start: ${this.failure}`, ...offer,
        ).then((answer) =>
            answer === choose
                ? vscode.commands.executeCommand('workbench.action.openSettings', 'guidechain.interpreter')
                : answer === logs && this.log.show(),
        );
    }

    private setState(state: ServerState): void {
        this.state = state;
        void vscode.commands.executeCommand('setContext', 'guidechain.server', state);
        this.changed.fire(state);
    }

    /** The setting `path`, else an interpreter with the installed or the bundled package. Runs outside the workspace. */
    private async findCommand(): Promise<Executable> {
        const bundled = path.join(this.context.extensionPath, 'bundled');
        const options = { cwd: bundled, env: { ...process.env, PYTHONUTF8: '1' } };
        const settings = vscode.workspace.getConfiguration('guidechain');
        const program = settings.get('path', '');
        this.interpreter = undefined;
        if (program) {
            return { command: program, args: ['server', '--stdio'], options };
        }
        const fromEnvironment = settings.get('importStrategy') === 'fromEnvironment';
        this.interpreter = await findInterpreter(this.log, bundled, fromEnvironment);
        const { command: [python, ...before], version, source, installed } = this.interpreter;
        this.log.info(`Interpreter: ${python}, Python ${version}, from ${source}`);
        if (fromEnvironment) {
            if (installed) {
                this.log.info(`Using guidechain ${installed} of that environment`);
                return { command: python!, args: [...before, '-m', 'guidechain', 'server', '--stdio'], options };
            }
            this.log.warn('guidechain is not installed in that environment: using the bundled one');
        }
        return { command: python!, args: [...before, path.join(bundled, 'run.py'), 'server', '--stdio'], options };
    }

    private options(): LanguageClientOptions {
        return {
            documentSelector: [{ scheme: 'file' }],
            outputChannel: this.log,
            middleware: middleware(() => this.differing.fire(), () => this.waiting !== undefined),
            markdown: { supportHtml: false },
        };
    }
}

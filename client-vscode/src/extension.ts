import * as vscode from 'vscode';
import { ActiveFile } from './activeFile';
import { commands } from './commands';
import { PreviewSections } from './previewSections';
import { Server } from './server';
import { Sources } from './sources';
import { Status } from './status';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
    const log = vscode.window.createOutputChannel('Guidechain', { log: true });
    const active = new ActiveFile();
    const running = (server = new Server(context, log));
    const status = new Status(running, active);
    const sources = new Sources(running, active);
    const redraw = settled(150, (everything: boolean) => {
        sources.refresh(everything);
        void status.update();
    });
    context.subscriptions.push(
        log,
        active,
        running,
        status,
        sources,
        new PreviewSections(running).register(),
        ...Object.entries(commands(context, running, active, sources)).map(([id, run]) => vscode.commands.registerCommand(id, run)),
        active.onDidChange(() => redraw(false)),
        running.onDidChangeState(() => redraw(true)),
        running.onAnswersMayDiffer(() => redraw(true)),
        vscode.languages.onDidChangeDiagnostics(() => redraw(true)),
        vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (['interpreter', 'path', 'importStrategy'].some((name) => event.affectsConfiguration(`guidechain.${name}`))) {
                void running.restart();
            } else if (event.affectsConfiguration('guidechain')) {
                redraw(true);
            }
        }),
    );
    void running.restart();
}

export async function deactivate(): Promise<void> {
    await server?.stop();
}

/** `run` once things have been quiet for `ms`; a true argument of any call in between is kept. */
function settled(ms: number, run: (everything: boolean) => void): (everything: boolean) => void {
    let timer: NodeJS.Timeout | undefined;
    let all = false;
    return (everything) => {
        all ||= everything;
        clearTimeout(timer);
        timer = setTimeout(() => {
            run(all);
            all = false;
        }, ms);
    };
}

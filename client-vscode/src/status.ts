import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import { governing } from './governing';
import type { GoverningFile } from './protocol';
import type { Server } from './server';
import { count, list } from './words';

/** The status bar item: how many instruction files govern the active file, and whether anything is wrong with them. */
export class Status implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem('guidechain.status', vscode.StatusBarAlignment.Right, 95);
    private asked: vscode.CancellationTokenSource | undefined;

    constructor(
        private readonly server: Server,
        private readonly active: ActiveFile,
    ) {
        this.item.name = 'Guidechain';
    }

    /** Ask again and show the answer; a newer call makes an older one void. */
    async update(): Promise<void> {
        this.asked?.cancel();
        const asked = (this.asked = new vscode.CancellationTokenSource());
        if (!vscode.workspace.getConfiguration('guidechain').get('statusBar', true)) {
            return this.item.hide();
        }
        if (this.server.state !== 'running') {
            return this.showServer();
        }
        const uri = this.active.uri;
        if (!uri) {
            return this.item.hide();
        }
        const answer = await governing(this.server, uri, asked.token).catch(() => undefined);
        if (!asked.token.isCancellationRequested) {
            this.showFiles(answer?.files ?? []);
        }
    }

    private showServer(): void {
        const failed = this.server.state === 'failed';
        this.item.text = failed ? '$(error) Guidechain' : '$(loading~spin) Guidechain';
        this.item.tooltip = failed ? `Guidechain is not running. ${this.server.failure}` : 'Guidechain is starting';
        this.item.command = 'guidechain.showLogs';
        this.item.show();
    }

    private showFiles(files: GoverningFile[]): void {
        const wrong = files.filter((file) => problems(file).length > 0);
        const tooltip = new vscode.MarkdownString(undefined, true);
        tooltip.appendMarkdown(files.length ? `**${count(files.length, 'instruction file')} for this file**\n\n` : 'No agent loads an instruction file here.');
        for (const file of files) {
            const titles = [...new Set(file.hosts.map((use) => use.title))];
            tooltip.appendMarkdown(`${wrong.includes(file) ? '$(warning)' : '$(file)'} [${escape(file.path)}](${file.uri}) — ${escape(list(titles))}\n\n`);
            for (const problem of problems(file).slice(0, 3)) {
                tooltip.appendMarkdown(`&nbsp;&nbsp;&nbsp;&nbsp;${escape(problem.message)}\n\n`);
            }
        }
        this.item.text = `$(${wrong.length ? 'warning' : 'list-tree'}) ${count(files.length, 'instruction')}`;
        this.item.tooltip = tooltip;
        this.item.command = 'guidechain.showGoverning';
        this.item.show();
    }

    dispose(): void {
        this.asked?.cancel();
        this.item.dispose();
    }
}

/** Our findings in a file that are worth a warning sign. */
function problems(file: GoverningFile): vscode.Diagnostic[] {
    return vscode.languages
        .getDiagnostics(vscode.Uri.parse(file.uri))
        .filter(({ source, severity }) => source === 'guidechain' && severity <= vscode.DiagnosticSeverity.Warning);
}

function escape(text: string): string {
    return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&');
}

import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import type { Governing, GoverningFile, Use } from './protocol';
import type { Server } from './server';
import { list, place, size, split, when } from './words';

interface FileItem extends vscode.QuickPickItem {
    file?: GoverningFile;
}

const BESIDE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('split-horizontal'), tooltip: 'Open to the Side' };

/** What the server says of `uri`, or undefined while it is not running. */
export function governing(server: Server, uri: vscode.Uri, token?: vscode.CancellationToken): Promise<Governing | undefined> {
    return server.request<Governing>('guidechain/governing', { textDocument: { uri: uri.toString() } }, token);
}

/**
 * The list of the files that govern `uri` (default: the active file): nearest first, by host; Enter opens one.
 * `host` is the one whose lens was clicked: its group comes first.
 */
export async function showGoverning(server: Server, active: ActiveFile, uri = active.uri, host?: string): Promise<void> {
    if (!uri) {
        void vscode.window.showInformationMessage('Open a file first: Guidechain lists the instruction files that apply to it.');
        return;
    }
    const pick = vscode.window.createQuickPick<FileItem>();
    pick.title = `Instruction files for ${split(uri.path).name}`;
    pick.placeholder = 'Nearest first; Enter opens a file';
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = true;
    pick.onDidAccept(() => {
        const file = pick.selectedItems[0]?.file;
        if (file) {
            pick.hide();
            void open(file, vscode.ViewColumn.Active);
        }
    });
    pick.onDidTriggerItemButton(({ item }) => {
        if (item.file) {
            pick.hide();
            void open(item.file, vscode.ViewColumn.Beside);
        }
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
    try {
        pick.items = items((await governing(server, uri))?.files ?? [], host);
    } catch (error) {
        pick.hide();
        void vscode.window.showErrorMessage(`Guidechain could not list the files: ${error instanceof Error ? error.message : error}`);
    }
    pick.busy = false;
}

async function open(file: GoverningFile, viewColumn: vscode.ViewColumn): Promise<void> {
    const line = new vscode.Range(file.line, 0, file.line, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(file.uri), { viewColumn, selection: line, preview: true });
}

/** One group per host and launch folder; launch folders with the same answer share a group. */
function items(files: GoverningFile[], first?: string): FileItem[] {
    const groups = new Map<string, { host: string; title: string; launches: string[]; entries: FileItem[] }>();
    const byHost = new Map<string, { use: Use; file: GoverningFile }[]>();
    for (const file of files) {
        for (const use of file.hosts) {
            const key = JSON.stringify([use.host, use.launch]);
            byHost.set(key, [...(byHost.get(key) ?? []), { use, file }]);
        }
    }
    for (const uses of byHost.values()) {
        const entries = uses.map(({ use, file }) => item(use, file));
        const { host, title, launch } = uses[0]!.use;
        const key = JSON.stringify([host, entries.map(({ label, description, detail }) => [label, description, detail])]);
        const group = groups.get(key) ?? { host, title, launches: [], entries };
        group.launches.push(launch);
        groups.set(key, group);
    }
    const started = new Set([...groups.values()].flatMap((group) => group.launches));
    if (groups.size === 0) {
        return [{ label: '$(info) No agent loads an instruction file here', alwaysShow: true }];
    }
    const ordered = [...groups.values()].sort((a, b) => Number(b.host === first) - Number(a.host === first));
    return ordered.flatMap(({ title, launches, entries }) => [
        {
            label: started.size > 1 ? `${title} started in ${list(launches.map(place))}` : title,
            kind: vscode.QuickPickItemKind.Separator,
        },
        ...entries,
    ]);
}

function item(use: Use, file: GoverningFile): FileItem {
    const { name, folder } = split(file.path);
    const parts = [when(use)];
    parts.push(use.kept < use.bytes ? `cut to ${size(use.kept)} of ${size(use.bytes)}` : size(use.bytes));
    if (use.via) {
        parts.push(`via ${use.via}`);
    }
    return { label: `$(file) ${name}`, description: [folder, parts.join(' · ')].filter(Boolean).join('   '), file, buttons: [BESIDE] };
}

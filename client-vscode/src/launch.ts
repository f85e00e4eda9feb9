import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import { chainsOf } from './preview';
import type { Server } from './server';
import { filesOf } from './sources';

const SETTING = 'launchFolders';

/** "Where do you start your agents?": several may be chosen; the choice becomes the setting of the workspace folder. */
export async function chooseLaunchFolders(server: Server, active: ActiveFile): Promise<void> {
    const folder = (active.uri && vscode.workspace.getWorkspaceFolder(active.uri)) ?? (await anyFolder());
    if (!folder) {
        return;
    }
    const settings = vscode.workspace.getConfiguration('guidechain', folder);
    const chosen = settings.get<string[]>(SETTING, []).map(normal);
    const picked = await vscode.window.showQuickPick(await choices(server, active, folder, chosen), {
        title: `Where do you start your agents? (${folder.name})`,
        placeHolder: 'None chosen: as guidechain.toml says, else the workspace folder',
        canPickMany: true,
        matchOnDescription: true,
    });
    if (!picked) {
        return;
    }
    const values = picked.map((item) => item.value);
    const target = vscode.workspace.workspaceFile
        ? vscode.ConfigurationTarget.WorkspaceFolder
        : vscode.ConfigurationTarget.Workspace;
    await settings.update(SETTING, values.length ? values : undefined, target);
}

async function anyFolder(): Promise<vscode.WorkspaceFolder | undefined> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length === 0) {
        void vscode.window.showInformationMessage('Open a folder first: launch folders lie inside it.');
    }
    return folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0];
}

/** The chosen folders, those that count now, the root, the folders above the active file, and each that holds an instruction file. */
async function choices(server: Server, active: ActiveFile, folder: vscode.WorkspaceFolder, chosen: string[]) {
    const reasons = new Map<string, string>(chosen.map((value) => [value, 'chosen']));
    const add = (value: string, why: string) => reasons.set(value, reasons.get(value) ?? why);
    for (const { launch } of active.uri ? await chainsOf(server, active.uri).catch(() => []) : []) {
        add(normal(launch), 'counts now');
    }
    add('.', 'the workspace folder');
    if (active.uri) {
        const inside = path.posix.relative(folder.uri.path, path.posix.dirname(active.uri.path));
        for (let value = normal(inside); value !== '.' && !value.startsWith('..'); value = normal(path.posix.dirname(value))) {
            add(value, 'above the active file');
        }
    }
    const found = await filesOf(server, folder.uri).catch(() => undefined);
    for (const file of found?.files ?? []) {
        const value = normal(path.posix.dirname(file.path));
        if (!/^(\.\.|\/|~|[A-Za-z]:)|(^|\/)\.(?!$)/.test(value)) {
            add(value, 'holds instruction files');
        }
    }
    return [...reasons].map(([value, why]) => ({
        value,
        label: value === '.' ? `$(root-folder) ${folder.name}` : `$(folder) ${value}`,
        description: why,
        picked: chosen.includes(value),
    }));
}

/** One spelling for one folder: no trailing slash, `.` for the root. */
function normal(value: string): string {
    return path.posix.normalize(value || '.').replace(/(.)\/$/, '$1');
}

import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import { governing } from './governing';
import type { Files, HostState, InstructionFile, Use } from './protocol';
import type { Server } from './server';
import { count, list, size, split, WHEN } from './words';

interface FolderNode {
    kind: 'folder';
    folder: vscode.WorkspaceFolder;
    files: Files;
}

interface HostNode {
    kind: 'host';
    host: string;
    title: string;
    files: FileNode[];
}

interface FileNode {
    kind: 'file';
    file: InstructionFile;
    state: HostState;
    /** How it applies to the active file, when it does, and its place among the files that do. */
    use: Use | undefined;
    order: number;
}

export type Node = FolderNode | HostNode | FileNode;

/** The icon of each state, in the order in which files are listed. A file that applies here comes before all. */
const HERE = new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('testing.iconPassed'));
const ICONS = new Map<string, vscode.ThemeIcon>([
    ['active', new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('descriptionForeground'))],
    ['scoped', new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('descriptionForeground'))],
    ['launch-dependent', new vscode.ThemeIcon('rocket', new vscode.ThemeColor('list.warningForeground'))],
    ['duplicate', new vscode.ThemeIcon('files', new vscode.ThemeColor('list.warningForeground'))],
    ['shadowed', new vscode.ThemeIcon('eye-closed', new vscode.ThemeColor('list.warningForeground'))],
    ['dead', new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('list.errorForeground'))],
]);
const RANKS = [...ICONS.keys()];

/** The Agent Instructions view: every instruction file, by host, with what it is for the active file. */
export class Sources implements vscode.TreeDataProvider<Node>, vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly view: vscode.TreeView<Node>;
    private inventories: Promise<FolderNode[]> | undefined;
    readonly onDidChangeTreeData = this.changed.event;

    constructor(
        private readonly server: Server,
        private readonly active: ActiveFile,
    ) {
        this.view = vscode.window.createTreeView<Node>('guidechain.sources', { treeDataProvider: this, showCollapseAll: true });
    }

    /** Draw anew for another active file; with `everything` the lists are asked for again. */
    refresh(everything: boolean): void {
        if (everything) {
            this.inventories = undefined;
        }
        this.changed.fire();
    }

    async getChildren(node?: Node): Promise<Node[]> {
        switch (node?.kind) {
            case undefined:
                return this.roots();
            case 'folder':
                return this.hosts(node.files);
            case 'host':
                return node.files;
            case 'file':
                return [];
        }
    }

    getTreeItem(node: Node): vscode.TreeItem {
        switch (node.kind) {
            case 'folder':
                return folderItem(node);
            case 'host':
                return hostItem(node, this.active.uri);
            case 'file':
                return fileItem(node);
        }
    }

    dispose(): void {
        this.view.dispose();
        this.changed.dispose();
    }

    private async roots(): Promise<Node[]> {
        const found = await (this.inventories ??= this.ask());
        const incomplete = found.filter(({ files }) => files.incomplete).map(({ folder }) => folder.name);
        this.view.message = incomplete.length
            ? `Maybe incomplete: ${list(incomplete)} is too large to be searched to the end.`
            : '';
        this.view.description = this.active.uri ? split(this.active.uri.path).name : '';
        return (vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? found : found[0] ? this.hosts(found[0].files) : [];
    }

    private async ask(): Promise<FolderNode[]> {
        const nodes: FolderNode[] = [];
        for (const folder of vscode.workspace.workspaceFolders ?? []) {
            const files = await filesOf(this.server, folder.uri);
            if (files && files.files.length > 0) {
                nodes.push({ kind: 'folder', folder, files });
            }
        }
        return nodes;
    }

    private async hosts(files: Files): Promise<HostNode[]> {
        const here = (this.active.uri && (await governing(this.server, this.active.uri))?.files) ?? [];
        const order = new Map(here.map(({ uri }, index) => [uri, index]));
        const nodes = new Map<string, HostNode>();
        for (const file of files.files) {
            for (const state of file.hosts) {
                const { host, title } = state;
                const node = nodes.get(host) ?? { kind: 'host', host, title, files: [] };
                const place = order.get(file.uri) ?? here.length;
                const use = here[place]?.hosts.find((each) => each.host === host);
                node.files.push({ kind: 'file', file, state, use, order: use ? place : here.length });
                nodes.set(host, node);
            }
        }
        for (const node of nodes.values()) {
            node.files.sort((a, b) => a.order - b.order || rank(a) - rank(b) || (a.file.path < b.file.path ? -1 : 1));
        }
        return [...nodes.values()];
    }
}

/** The inventory of one workspace folder, or undefined while the server is not running. */
export function filesOf(server: Server, folder: vscode.Uri): Promise<Files | undefined> {
    return server.request<Files>('guidechain/files', { textDocument: { uri: folder.toString() } });
}

function rank({ state }: FileNode): number {
    return RANKS.indexOf(state.state);
}

function folderItem({ folder, files }: FolderNode): vscode.TreeItem {
    const item = new vscode.TreeItem(folder.name, vscode.TreeItemCollapsibleState.Expanded);
    item.iconPath = new vscode.ThemeIcon('root-folder');
    item.description = count(files.files.length, 'file');
    return item;
}

function hostItem({ host, title, files }: HostNode, active: vscode.Uri | undefined): vscode.TreeItem {
    const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
    const here = files.filter((file) => file.use).length;
    item.description = active ? `${here} of ${files.length} for this file` : count(files.length, 'file');
    item.contextValue = `host ${host}`;
    return item;
}

function fileItem({ file, state, use }: FileNode): vscode.TreeItem {
    const { name, folder } = split(file.path);
    const item = new vscode.TreeItem(name);
    const facts = use
        ? [WHEN[use.when] ?? use.when, use.kept < use.bytes ? `cut to ${size(use.kept)}` : size(use.bytes), use.via ? `via ${use.via}` : '']
        : [state.state, state.why ?? ''];
    item.description = [folder, facts.filter((fact, index) => fact && fact !== facts[index - 1]).join(' · ')].filter(Boolean).join('  ');
    item.iconPath = use ? HERE : (ICONS.get(state.state) ?? new vscode.ThemeIcon('file'));
    item.tooltip = new vscode.MarkdownString()
        .appendMarkdown('**').appendText(file.path).appendMarkdown('**\n\n')
        .appendText(`${state.title}: ${facts.filter(Boolean).join(', ')}`);
    item.contextValue = state.culpritUri ? 'file culprit' : 'file';
    item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(file.uri)] };
    return item;
}

import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import { governing } from './governing';
import type { Files, GoverningFile, InstructionFile } from './protocol';
import type { Server } from './server';
import { type FileNode, type FolderNode, type HostNode, type Node, treeItem } from './sourceItems';
import { split } from './words';

/**
 * The Agent Instructions view: every instruction file, by host, with what it is for the active file.
 *
 * Answers are asked for while the view is visible and drawn only where they differ from what is shown, so that typing
 * makes nothing flicker. Questions never overlap; those that arrive meanwhile become one.
 */
export class Sources implements vscode.TreeDataProvider<Node>, vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly view: vscode.TreeView<Node>;
    private roots: Node[] = [];
    private drawn = '';
    private inventories: FolderNode[] | undefined;
    private work: Promise<void> = Promise.resolve();
    private isWaiting = false;
    readonly onDidChangeTreeData = this.changed.event;

    constructor(
        private readonly server: Server,
        private readonly active: ActiveFile,
    ) {
        this.view = vscode.window.createTreeView<Node>('guidechain.sources', { treeDataProvider: this, showCollapseAll: true });
        this.view.onDidChangeVisibility(() => this.refresh(false));
    }

    /** See to it that the view is right for the active file; with `everything` the lists are asked for again. */
    refresh(everything: boolean): void {
        if (everything) {
            this.inventories = undefined;
        }
        if (this.view.visible && !this.isWaiting) {
            this.isWaiting = true;
            this.work = this.work.then(() => this.load());
        }
    }

    async getChildren(node?: Node): Promise<Node[]> {
        switch (node?.kind) {
            case undefined:
                await this.work;
                return this.roots;
            case 'folder':
            case 'host':
            case 'foreign':
                return node.children;
            case 'file':
                return [];
        }
    }

    getTreeItem(node: Node): vscode.TreeItem {
        return treeItem(node, this.active.uri !== undefined);
    }

    dispose(): void {
        this.view.dispose();
        this.changed.dispose();
    }

    private async load(): Promise<void> {
        this.isWaiting = false;
        const uri = this.active.uri;
        try {
            const folders = (this.inventories ??= await this.ask());
            const here = (uri && (await governing(this.server, uri))?.files) ?? [];
            this.view.message = folders
                .filter(({ incomplete }) => incomplete)
                .map(({ folder, incomplete }) => `The list for ${folder.name} may be incomplete: ${incomplete}`)
                .join('\n');
            for (const folder of folders) {
                folder.children = hosts(folder.files, here);
                folder.isHere = !!uri && vscode.workspace.getWorkspaceFolder(uri)?.index === folder.folder.index;
            }
            const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
            this.roots = isMultiRoot ? [...folders].sort((a, b) => Number(b.isHere) - Number(a.isHere)) : (folders[0]?.children ?? []);
        } catch (error) {
            this.inventories = undefined;
            this.roots = [];
            this.view.message = `The server could not list the files: ${error instanceof Error ? error.message : error}`;
        }
        const isKnown = this.server.state === 'running' && this.inventories !== undefined;
        const noFiles = isKnown && this.roots.length === 0;
        void vscode.commands.executeCommand('setContext', 'guidechain.noFiles', noFiles && !this.view.message);
        void vscode.commands.executeCommand('setContext', 'guidechain.incomplete', noFiles && !!this.view.message);
        this.view.description = uri ? split(uri.path).name : '';
        const drawing = JSON.stringify([this.roots, uri !== undefined]);
        if (drawing !== this.drawn) {
            this.drawn = drawing;
            this.changed.fire();
        }
    }

    private async ask(): Promise<FolderNode[]> {
        const nodes: FolderNode[] = [];
        for (const folder of vscode.workspace.workspaceFolders ?? []) {
            const answer = await filesOf(this.server, folder.uri);
            if (answer && (answer.files.length > 0 || answer.incomplete)) {
                nodes.push({ kind: 'folder', folder, ...answer, children: [], isHere: false });
            }
        }
        return nodes;
    }
}

/** One node per host that has files in the folder, each with what its files are for the active file (`here`: what governs it). */
function hosts(files: InstructionFile[], here: GoverningFile[]): HostNode[] {
    const nodes = new Map<string, HostNode>();
    for (const file of files) {
        for (const standing of file.hosts) {
            const { host, title } = standing;
            const node = nodes.get(host) ?? { kind: 'host', host, title, children: [], here: 0, all: 0 };
            nodes.set(host, node);
            put(node, fileNode(file, standing, here));
        }
    }
    for (const { children } of nodes.values()) {
        children.sort(byImportance);
    }
    return [...nodes.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** The inventory of one workspace folder, or undefined while the server is not running. */
export function filesOf(server: Server, folder: vscode.Uri): Promise<Files | undefined> {
    return server.request<Files>('guidechain/files', { textDocument: { uri: folder.toString() } });
}

function fileNode(file: InstructionFile, standing: InstructionFile['hosts'][number], here: GoverningFile[]): FileNode {
    const place = here.findIndex(({ uri }) => uri === file.uri);
    const use = here[place]?.hosts.find(({ host }) => host === standing.host);
    return { kind: 'file', file, standing, use, place: use ? place : here.length };
}

/** Foreign files that do not apply here go into a group of their own. */
function put(node: HostNode, child: FileNode): void {
    node.all += 1;
    node.here += child.use ? 1 : 0;
    if (!child.file.foreign || child.use) {
        node.children.push(child);
        return;
    }
    const last = node.children.find((each) => each.kind === 'foreign');
    if (last) {
        last.children.push(child);
    } else {
        node.children.push({ kind: 'foreign', children: [child] });
    }
}

/** What applies here, nearest first; then by state and path; the foreign files last. */
function byImportance(a: HostNode['children'][number], b: HostNode['children'][number]): number {
    if (a.kind !== 'file' || b.kind !== 'file') {
        return Number(a.kind !== 'file') - Number(b.kind !== 'file');
    }
    return a.place - b.place || rank(a) - rank(b) || (a.file.path < b.file.path ? -1 : 1);
}

const STATES = ['active', 'scoped', 'launch-dependent', 'duplicate', 'shadowed', 'dead'];

function rank({ standing }: FileNode): number {
    return STATES.indexOf(standing.state);
}

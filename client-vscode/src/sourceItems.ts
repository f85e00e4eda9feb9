import * as vscode from 'vscode';
import type { InstructionFile, Standing, Use } from './protocol';
import { count, list, place, size, split, when } from './words';

export interface FolderNode {
    kind: 'folder';
    folder: vscode.WorkspaceFolder;
    files: InstructionFile[];
    incomplete: string | null;
    children: HostNode[];
    /** Whether the active file lies in it. */
    isHere: boolean;
}

export interface HostNode {
    kind: 'host';
    host: string;
    title: string;
    children: (FileNode | ForeignNode)[];
    /** How many of its files apply to the active file, and how many there are. */
    here: number;
    all: number;
}

/** The vendored files, fixtures and templates of one host. */
export interface ForeignNode {
    kind: 'foreign';
    children: FileNode[];
}

export interface FileNode {
    kind: 'file';
    file: InstructionFile;
    standing: Standing;
    /** How it applies to the active file, when it does, and its place among the files that do. */
    use: Use | undefined;
    place: number;
}

export type Node = FolderNode | HostNode | ForeignNode | FileNode;

const icon = (name: string, color: string) => new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
const HERE = icon('pass-filled', 'testing.iconPassed');
const ICONS: Record<string, vscode.ThemeIcon> = {
    active: icon('circle-filled', 'descriptionForeground'),
    scoped: icon('circle-outline', 'descriptionForeground'),
    'launch-dependent': icon('rocket', 'list.warningForeground'),
    duplicate: icon('files', 'list.warningForeground'),
    shadowed: icon('eye-closed', 'list.warningForeground'),
    dead: icon('circle-slash', 'list.errorForeground'),
};

/** How a node is drawn; `forFile` says that there is an active file. */
export function treeItem(node: Node, forFile: boolean): vscode.TreeItem {
    switch (node.kind) {
        case 'folder': {
            const item = new vscode.TreeItem(
                node.folder.name,
                node.isHere ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
            );
            item.id = `${node.folder.uri} ${node.isHere}`; // its own memory of what is open, for each of the two
            item.iconPath = new vscode.ThemeIcon('root-folder');
            item.description = count(node.files.length, 'file');
            return item;
        }
        case 'host': {
            const item = new vscode.TreeItem(node.title, vscode.TreeItemCollapsibleState.Expanded);
            item.description = forFile ? `${node.here} of ${count(node.all, 'file')} for this file` : count(node.all, 'file');
            item.contextValue = 'host';
            return item;
        }
        case 'foreign': {
            const item = new vscode.TreeItem('Vendored, fixtures, templates', vscode.TreeItemCollapsibleState.Collapsed);
            item.iconPath = new vscode.ThemeIcon('library');
            item.description = count(node.children.length, 'file');
            return item;
        }
        case 'file':
            return fileItem(node);
    }
}

function fileItem({ file, standing, use }: FileNode): vscode.TreeItem {
    const { name, folder } = split(file.path);
    const item = new vscode.TreeItem(name);
    const facts = use ? useWords(use) : stateWords(standing);
    item.description = [folder, facts.join(' · ')].filter(Boolean).join(' — ');
    item.iconPath = use ? HERE : (ICONS[standing.state] ?? new vscode.ThemeIcon('file'));
    item.tooltip = new vscode.MarkdownString()
        .appendMarkdown('**').appendText(file.path).appendMarkdown('**\n\n')
        .appendText(`${standing.title}: ${[...facts, ...launchWords(standing)].join('; ')}`);
    item.contextValue = standing.culpritUri ? 'file-culprit' : 'file';
    item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(file.uri)] };
    return item;
}

function useWords(use: Use): string[] {
    const words = [when(use), use.kept < use.bytes ? `cut to ${size(use.kept)}` : size(use.bytes)];
    return use.via ? [...words, `via ${use.via}`] : words;
}

function stateWords({ state, why, culprit }: Standing): string[] {
    const reason = why && why !== state ? [why] : state === 'dead' && !why ? ['outside-search'] : []; // no walk has met it
    return culprit ? [state, ...reason, `because of ${culprit}`] : [state, ...reason];
}

function launchWords({ launches }: Standing): string[] {
    const loading = launches.filter(({ loaded }) => loaded).map(({ launch }) => place(launch));
    return loading.length ? [`loads when started in ${list([...new Set(loading)])}`] : [];
}

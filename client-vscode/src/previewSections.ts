import * as vscode from 'vscode';
import { type Asked, chainsOf, SCHEME } from './preview';
import type { HostChain, Missed, Preview } from './protocol';
import type { Server } from './server';
import { count, place, size } from './words';

/**
 * Headings in a preview, as lenses, so that the text itself stays exactly what the model sees: which file each section
 * comes from (a click opens it) and where it was cut; and on top, what was left out and why.
 */
export class PreviewSections implements vscode.CodeLensProvider {
    constructor(private readonly server: Server) {}

    register(): vscode.Disposable {
        return vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, this);
    }

    async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
        const asked = JSON.parse(document.uri.query) as Asked;
        const uri = vscode.Uri.parse(asked.uri);
        const [preview, chains] = await Promise.all([
            this.server.request<Preview>('guidechain/preview', { textDocument: { uri: asked.uri }, host: asked.host, launch: asked.launch }),
            chainsOf(this.server, uri),
        ]);
        const chain = chains.find(({ host, launch }) => host === asked.host && launch === asked.launch);
        if (!preview || !chain) {
            return [];
        }
        const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
        return [...summary(chain, root), ...sections(document, preview, chain, root)];
    }
}

/** On line 1: whose text this is, and how many files were passed over; a click lists them. */
function summary({ title, launch, loaded, not_loaded: missed }: HostChain, root: vscode.Uri | undefined): vscode.CodeLens[] {
    const bytes = loaded.reduce((sum, file) => sum + file.kept, 0);
    const whose = lens(0, `$(eye)\u00a0${title} started in ${place(launch)}: ${size(bytes)}`);
    const left = { title: `$(circle-slash)\u00a0${count(missed.length, 'file')} left out`, command: 'guidechain.showLeftOut', arguments: [missed, root] };
    return missed.length > 0 ? [whose, new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), left)] : [whose];
}

/** The files that a host passed over, each with why; Enter opens one that is there. */
export async function showLeftOut(missed: Missed[], root: vscode.Uri | undefined): Promise<void> {
    const items = missed.map((each) => ({ label: `$(circle-slash) ${each.path}`, description: reason(each), uri: address(root, each.path) }));
    const picked = await vscode.window.showQuickPick(items, { title: 'Left out of the prompt', placeHolder: 'Enter opens a file', matchOnDescription: true });
    if (picked?.uri) {
        await vscode.commands.executeCommand('vscode.open', picked.uri);
    }
}

function reason({ why, culprit }: Missed): string {
    return culprit ? `${why} (${culprit})` : why;
}

/**
 * One heading where each file's text begins, and a word where it was cut. Parts follow each other in the text, so each is
 * looked for behind the last.
 */
function sections(document: vscode.TextDocument, preview: Preview, chain: HostChain, root: vscode.Uri | undefined): vscode.CodeLens[] {
    const text = document.getText();
    const lenses: vscode.CodeLens[] = [];
    let from = 0;
    for (const part of preview.parts) {
        const at = text.indexOf(part.text, from);
        if (at < 0) {
            continue; // The document is older than this answer; its own refresh is under way.
        }
        from = at + part.text.length;
        if (part.path !== null && part.text.trim()) {
            const file = chain.loaded.find(({ path }) => path === part.path);
            const uri = address(root, part.path);
            const isCut = file !== undefined && file.kept < file.bytes;
            const cut = isCut ? ` · $(warning) cut: ${size(file.kept)} of ${size(file.bytes)} arrive` : '';
            lenses.push(lens(document.positionAt(at).line, `$(file)\u00a0${part.path}${cut}`, uri));
            if (isCut) {
                lenses.push(lens(document.positionAt(from).line, `$(warning)\u00a0${part.path} is cut here: ${size(file.bytes - file.kept)} more never arrive`, uri));
            }
        }
    }
    return lenses;
}

function lens(line: number, title: string, uri?: vscode.Uri): vscode.CodeLens {
    const command = uri ? { title, command: 'vscode.open', arguments: [uri] } : { title, command: '' };
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
}

/** A path as the server writes it, as an address; undefined for one below home, which this side does not know. */
function address(root: vscode.Uri | undefined, path: string): vscode.Uri | undefined {
    if (/^(\/|[A-Za-z]:)/.test(path)) {
        return vscode.Uri.file(path);
    }
    return path.startsWith('~') || !root ? undefined : vscode.Uri.joinPath(root, path);
}

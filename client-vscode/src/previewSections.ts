import * as vscode from 'vscode';
import { type Asked, chainsOf, SCHEME } from './preview';
import type { HostChain, Preview } from './protocol';
import type { Server } from './server';
import { place, size } from './words';

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

/** On line 1: whose text this is, then each file that was passed over. */
function summary({ title, launch, loaded, not_loaded: missed }: HostChain, root: vscode.Uri | undefined): vscode.CodeLens[] {
    const bytes = loaded.reduce((sum, file) => sum + file.kept, 0);
    return [
        lens(0, `$(eye)\u00a0${title} started in ${place(launch)}: ${size(bytes)} of instructions`),
        ...missed.map(({ path, why, culprit }) =>
            lens(0, `$(circle-slash)\u00a0${path}: ${why}${culprit ? ` (${culprit})` : ''}`, address(root, path)),
        ),
    ];
}

/** One heading where each file's text begins. Parts follow each other in the text, so each is looked for behind the last. */
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
            const cut = file && file.kept < file.bytes ? ` · $(warning) cut: ${size(file.kept)} of ${size(file.bytes)} arrive` : '';
            lenses.push(lens(document.positionAt(at).line, `$(file)\u00a0${part.path}${cut}`, address(root, part.path)));
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

import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import type { Chains, HostChain } from './protocol';
import type { Server } from './server';
import { count, place, size, split } from './words';

/** The scheme of the documents that the server composes; see `guidechain/lsp/features/preview.py`. */
export const SCHEME = 'guidechain-preview';

/** What the address of such a document says: for which file, by which host, started where. */
export interface Asked {
    uri: string;
    host: string;
    launch: string;
}

interface ChainItem extends vscode.QuickPickItem {
    chain: HostChain;
}

/**
 * The composed instructions of one host for the active file, as a read-only document. Which host and which launch folder is
 * asked unless `host` and `launch` leave one.
 */
export async function preview(server: Server, active: ActiveFile, host?: string, launch?: string): Promise<void> {
    const uri = fileOrHint(active);
    if (!uri) {
        return;
    }
    const chains = (await chainsOf(server, uri)).filter(
        (chain) => (host === undefined || chain.host === host) && (launch === undefined || chain.launch === launch),
    );
    const chain = await pickOne(chains, `What an agent sees for ${split(uri.path).name}`, 'Which agent?');
    if (chain) {
        const document = await vscode.workspace.openTextDocument(previewUri(uri, chain));
        await vscode.window.showTextDocument(document, { preview: true });
    }
}

/** The composed instructions of two hosts, or of one host from two launch folders, side by side. */
export async function compareHosts(server: Server, active: ActiveFile): Promise<void> {
    const uri = fileOrHint(active);
    if (!uri) {
        return;
    }
    const chains = await chainsOf(server, uri);
    if (chains.length === 1) {
        void vscode.window.showInformationMessage('There is only one answer for this file: name more agents or launch folders in the settings to compare.');
        return;
    }
    const title = `Compare what two agents see for ${split(uri.path).name}`;
    const left = await pickOne(chains, title, 'Left side');
    const right = left && (await pickOne(chains.filter((chain) => chain !== left), title, `Compare ${name(left)} with`));
    if (right) {
        await vscode.commands.executeCommand(
            'vscode.diff', previewUri(uri, left), previewUri(uri, right), `${name(left)} ↔ ${name(right)}: ${split(uri.path).name}`, { preview: true },
        );
    }
}

function fileOrHint(active: ActiveFile): vscode.Uri | undefined {
    if (!active.uri) {
        void vscode.window.showInformationMessage('Open a file first: what an agent sees depends on the file it works on.');
    }
    return active.uri;
}

/** What each host, started in each launch folder, loads for `uri`. */
export async function chainsOf(server: Server, uri: vscode.Uri): Promise<HostChain[]> {
    return (await server.request<Chains>('guidechain/chain', { textDocument: { uri: uri.toString() } }))?.chains ?? [];
}

function previewUri(uri: vscode.Uri, chain: HostChain): vscode.Uri {
    const query = JSON.stringify({ uri: uri.toString(), host: chain.host, launch: chain.launch } satisfies Asked);
    const title = `${name(chain)}: ${split(uri.path).name}`.replaceAll('/', '\u2215'); // a slash would cut the tab's title
    return vscode.Uri.from({ scheme: SCHEME, path: `/${title}.md`, query });
}

function name(chain: HostChain): string {
    return chain.launch ? `${chain.title} in ${chain.launch}` : chain.title;
}

async function pickOne(chains: HostChain[], title: string, placeHolder: string): Promise<HostChain | undefined> {
    if (chains.length < 2) {
        return chains[0];
    }
    const launches = new Set(chains.map((chain) => chain.launch));
    const items = chains.map((chain): ChainItem => {
        const bytes = chain.loaded.reduce((sum, file) => sum + file.kept, 0);
        const facts = [launches.size > 1 ? `started in ${place(chain.launch)}` : '', chain.refused ?? `${count(chain.loaded.length, 'file')}, ${size(bytes)}`];
        return { label: chain.title, description: facts.filter(Boolean).join(' · '), chain };
    });
    return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.chain;
}

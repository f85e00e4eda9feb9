import * as vscode from 'vscode';
import type { ActiveFile } from './activeFile';
import { showDebugInformation } from './debugInformation';
import { showGoverning } from './governing';
import { chooseLaunchFolders } from './launch';
import { compareHosts, preview } from './preview';
import { showLeftOut } from './previewSections';
import type { Server } from './server';
import type { Node } from './sourceItems';
import type { Sources } from './sources';

/** Every command of the client, by id. `guidechain.openGoverning` is the server's: a second registration would fail. */
export function commands(
    context: vscode.ExtensionContext,
    server: Server,
    active: ActiveFile,
    sources: Sources,
): Record<string, (...args: any[]) => unknown> {
    return {
        'guidechain.showGoverning': (uri?: unknown, host?: unknown) => showGoverning(server, active, asUri(uri), asText(host)),
        'guidechain.preview': (host?: unknown, launch?: unknown) => preview(server, active, asText(host), asText(launch)),
        'guidechain.compareHosts': () => compareHosts(server, active),
        'guidechain.chooseLaunchFolders': () => chooseLaunchFolders(server, active),
        'guidechain.refreshSources': () => sources.refresh(true),
        'guidechain.source.preview': (node: Node) => preview(server, active, node.kind === 'file' ? node.standing.host : node.kind === 'host' ? node.host : undefined),
        'guidechain.source.openBeside': (node: Node) => node.kind === 'file' && openBeside(node.file.uri),
        'guidechain.source.revealCulprit': (node: Node) => node.kind === 'file' && node.standing.culpritUri && openBeside(node.standing.culpritUri),
        'guidechain.showLeftOut': showLeftOut,
        'guidechain.restart': () => server.restart(),
        'guidechain.showLogs': () => server.log.show(),
        'guidechain.debugInformation': () => showDebugInformation(context, server),
        'guidechain.openWalkthrough': () => vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
    };
}

function openBeside(uri: string): Thenable<unknown> {
    return vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri), vscode.ViewColumn.Beside);
}

/** The file that a lens, a link or another extension names; anything else means the active file. */
function asUri(value: unknown): vscode.Uri | undefined {
    const uri = typeof value === 'string' ? vscode.Uri.parse(value) : value instanceof vscode.Uri ? value : undefined;
    return uri?.scheme === 'file' ? uri : undefined;
}

function asText(value: unknown): string | undefined {
    return typeof value === 'string' ? value : undefined;
}

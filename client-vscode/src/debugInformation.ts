import * as os from 'node:os';
import * as vscode from 'vscode';
import type { Server } from './server';

/** Everything that a bug report needs, in an unsaved document: versions, the command, settings, folders, the server's own words. */
export async function showDebugInformation(context: vscode.ExtensionContext, server: Server): Promise<void> {
    const settings = vscode.workspace.getConfiguration('guidechain');
    const names = Object.keys(context.extension.packageJSON.contributes.configuration.properties);
    const chosen = names
        .map((name) => [name, settings.inspect(name.replace('guidechain.', ''))] as const)
        .flatMap(([name, value]) =>
            [['user', value?.globalValue], ['workspace', value?.workspaceValue], ['folder', value?.workspaceFolderValue]]
                .filter(([, each]) => each !== undefined)
                .map(([where, each]) => `- ${name} (${where}): \`${JSON.stringify(each)}\``),
        );
    const { interpreter, command } = server;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const content = [
        '# Guidechain: debug information',
        '',
        '> Read it before you share it: it names folders of this machine.',
        '',
        `- extension ${context.extension.packageJSON.version}, ${vscode.env.appName} ${vscode.version}, ${vscode.env.remoteName ?? 'local'}`,
        `- ${os.type()} ${os.release()} ${os.arch()}, Node ${process.versions.node}`,
        `- interpreter: ${interpreter ? `\`${interpreter.command.join(' ')}\`, Python ${interpreter.version}, from ${interpreter.source}` : 'none looked for'}`,
        `- command: \`${command ? [command.command, ...(command.args ?? [])].join(' ') : 'none'}\``,
        `- server: ${server.state}${server.failure && server.state === 'failed' ? `, ${server.failure}` : ''}`,
        `- workspace: ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}, folders: ${folders.map(({ uri }) => `\`${uri.fsPath}\``).join(', ') || 'none'}`,
        '',
        '## Settings that differ from the default',
        '',
        ...(chosen.length ? chosen : ['none']),
        '',
        '## What the server says of itself',
        '',
        '```json',
        JSON.stringify(server.initializeResult ?? null, null, 2),
        '```',
        '',
    ].join('\n');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
}

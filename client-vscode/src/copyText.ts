import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** Lets the server put a command that guidance names on the clipboard (`guidechain/copy`), or into a terminal without
 * starting it (`guidechain/type`); it is never run. */
export function copyText(client: LanguageClient): void {
    client.onNotification('guidechain/copy', async ({ text }: { text: string }) => {
        await vscode.env.clipboard.writeText(text);
        vscode.window.setStatusBarMessage(`Copied: ${text}`, 5000);
    });
    client.onNotification('guidechain/type', ({ text }: { text: string }) => {
        const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal();
        terminal.show();
        terminal.sendText(text, false);
    });
}

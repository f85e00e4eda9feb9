import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** Lets the server put a command that guidance names on the clipboard (`guidechain/copy`); it is never run. */
export function copyText(client: LanguageClient): void {
    client.onNotification('guidechain/copy', async ({ text }: { text: string }) => {
        await vscode.env.clipboard.writeText(text);
        vscode.window.setStatusBarMessage(`Copied: ${text}`, 5000);
    });
}

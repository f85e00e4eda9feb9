import * as vscode from 'vscode';
import type { Location } from 'vscode-languageclient/node';

/** The commands behind lenses that count files; the server answers with the files. */
const COMMANDS = new Set(['guidechain.openGuarded', 'guidechain.openGoverned', 'guidechain.openImported']);

export function answersPlaces(command: string): boolean {
    return COMMANDS.has(command);
}

/** Lists the files that a lens at line `line` of `uri` counts, as references are listed. */
export async function showPlaces(answer: unknown, [uri, line]: unknown[]): Promise<void> {
    const places = (Array.isArray(answer) ? (answer as Location[]) : []).map(
        (each) => new vscode.Location(vscode.Uri.parse(each.uri), new vscode.Position(each.range.start.line, 0)),
    );
    if (places.length === 0) {
        void vscode.window.showInformationMessage('There is no such file yet.');
    } else if (places.length === 1) {
        await vscode.window.showTextDocument(places[0]!.uri, { selection: places[0]!.range });
    } else {
        const at = new vscode.Position(typeof line === 'number' ? line : 0, 0);
        await vscode.commands.executeCommand('editor.action.showReferences', vscode.Uri.parse(String(uri)), at, places);
    }
}

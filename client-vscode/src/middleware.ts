import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { answersPlaces, showPlaces } from './places';

/**
 * What the client changes on the way between editor and server: only what the server cannot know.
 *
 * `onAnswersMayDiffer` is called when lenses are asked for: the editor does so after every edit, and whenever the server
 * says that its answers have changed. The client's own views go by the same signal. `isRestarting` says that this server is
 * about to go: a setting that is told to it then would come back as an error, and the next one asks for all settings.
 */
export function middleware(onAnswersMayDiffer: () => void, isRestarting: () => boolean): Middleware {
    return {
        workspace: { didChangeConfiguration: async (sections, next) => (isRestarting() ? undefined : next(sections)) },
        // Settings per language reach no server: a configuration request names a resource, not its language.
        provideCodeLenses: (document, token, next) => {
            onAnswersMayDiffer();
            return isOn('codeLens', document) ? next(document, token) : [];
        },
        provideHover: (document, position, token, next) => (isOn('hover', document) ? next(document, position, token) : undefined),
        // The server's own commands ask with plain messages; this editor has better lists.
        executeCommand: async (command, args, next) => {
            if (command === 'guidechain.openGoverning') {
                return vscode.commands.executeCommand('guidechain.showGoverning', ...args);
            }
            const answer: unknown = await next(command, args);
            return answersPlaces(command) ? showPlaces(answer, args) : answer;
        },
    };
}

function isOn(setting: string, document: vscode.TextDocument): boolean {
    return vscode.workspace.getConfiguration('guidechain', document).get(setting, true);
}

import * as vscode from 'vscode';

/** The file in the active tab, whatever shows it (text, image, notebook), or undefined. Settles while tabs switch. */
function fileInFront(): vscode.Uri | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const uri =
        input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook
            ? input.uri
            : input instanceof vscode.TabInputTextDiff
              ? input.modified
              : undefined;
    return uri?.scheme === 'file' ? uri : undefined;
}

/**
 * The file that every command and view speaks of: the one in the active tab. While the tab shows something that is no file
 * (a preview, the settings) it stays the file that was in front before, and it is undefined when no tab is open.
 */
export class ActiveFile implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<vscode.Uri | undefined>();
    private readonly listeners: vscode.Disposable[];
    readonly onDidChange = this.changed.event;
    uri = fileInFront();

    constructor() {
        this.listeners = [
            vscode.window.tabGroups.onDidChangeTabs(() => this.update()),
            vscode.window.tabGroups.onDidChangeTabGroups(() => this.update()),
            vscode.window.onDidChangeActiveTextEditor(() => this.update()),
        ];
    }

    private update(): void {
        const anyTab = vscode.window.tabGroups.all.some((group) => group.tabs.length > 0);
        const uri = anyTab ? (fileInFront() ?? this.uri) : undefined;
        if (uri?.toString() !== this.uri?.toString()) {
            this.uri = uri;
            this.changed.fire(uri);
        }
    }

    dispose(): void {
        this.changed.dispose();
        this.listeners.forEach((listener) => listener.dispose());
    }
}

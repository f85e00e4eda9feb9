// What the editor's own API says with the extension installed. Runs inside the extension host, on the sample repository.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');

const SECONDS = 45; // the machine may be busy; nothing waits this long unless it fails

/** @param {import('vscode')} vscode */
module.exports = (vscode) => {
    const root = vscode.workspace.workspaceFolders[0].uri;
    const at = (file) => vscode.Uri.joinPath(root, file);

    async function until(what, ask) {
        let last;
        for (const end = Date.now() + SECONDS * 1000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
            last = await ask();
            if (last) return last;
        }
        assert.fail(`waited ${SECONDS} s for ${what}; last seen: ${JSON.stringify(last)}`);
    }
    async function open(file) {
        return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at(file)), { preview: false });
    }
    /** The command is for the editor in front, which may be another one for a moment. */
    const revert = (document) => until('the saved text', async () => {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.files.revert');
        return !document.isDirty;
    });
    const lenses = async (file) =>
        (await vscode.workspace.openTextDocument(at(file))) && // without a document there is nothing to ask about
        (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', at(file), 50))
            .filter((lens) => lens.command).map((lens) => lens.command.title);
    const lensWith = (file, pattern) => until(`a lens ${pattern} on ${file}`, async () => {
        const titles = await lenses(file);
        return titles.some((title) => pattern.test(title)) && titles;
    });
    const hover = async (file, line, column) =>
        (await vscode.commands.executeCommand('vscode.executeHoverProvider', at(file), new vscode.Position(line, column)))
            .flatMap((each) => each.contents.map((content) => content.value ?? content)).join('\n');
    /** What line 1 says in full; a lens may shorten it. */
    const lineOne = (file, pattern, expected = true) => until(`${expected ? '' : 'no '}${pattern} on line 1 of ${file}`, async () =>
        pattern.test(await hover(file, 0, 0)) === expected);
    const position = (document, text) => document.positionAt(document.getText().indexOf(text) + 1);
    const findings = (file) => vscode.languages.getDiagnostics(at(file)).filter(({ source }) => source === 'guidechain');
    const codes = (file) => findings(file).map(({ code }) => (typeof code === 'object' ? code.value : code));

    return {
        'the extension is active': async () => {
            const extension = vscode.extensions.getExtension('guidechain.guidechain');
            assert.ok(extension, 'not installed');
            await until('activation', () => extension.isActive);
        },
        'lens on line 1 of a source file': async () => {
            await open('packages/api/src/payments/refund.ts');
            assert.deepEqual(await lensWith('packages/api/src/payments/refund.ts', /Codex/), [
                'Codex: 1 file from ./, 2 from api/', 'Claude Code: 4 files from ./, 2 from api/',
            ]);
        },
        'lens in a language of its own, and in plain text': async () => {
            await open('packages/web/locales/de.json');
            await lensWith('packages/web/locales/de.json', /Claude Code/);
            await open('Makefile');
            await lensWith('Makefile', /Codex/);
        },
        'no lens where the setting turns it off for a language': async () => {
            const settings = vscode.workspace.getConfiguration('guidechain', { languageId: 'json' });
            await settings.update('codeLens', false, vscode.ConfigurationTarget.Workspace, true);
            await until('no lens', async () => (await lenses('packages/web/locales/de.json')).length === 0);
            await lensWith('packages/api/src/payments/refund.ts', /Codex/);
            await settings.update('codeLens', undefined, vscode.ConfigurationTarget.Workspace, true);
            await lensWith('packages/web/locales/de.json', /Claude Code/);
        },
        'hover on line 1 names the chain with links': async () => {
            const text = await until('a hover', () => hover('packages/api/src/payments/refund.ts', 0, 3));
            assert.match(text, /AGENTS\.override\.md\]\(file:/);
            assert.ok(text.trim().split(/\n+/).length <= 8, text);
        },
        'definition into an import, also after an emoji': async () => {
            const { document } = await open('CLAUDE.md');
            for (const target of ['docs/agents/testing.md', 'AGENTS.md']) {
                const [found] = await until(`definition of @${target}`, async () => {
                    const all = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', document.uri, position(document, `@${target}`));
                    return all.length > 0 && all;
                });
                assert.equal((found.uri ?? found.targetUri).fsPath, at(target).fsPath);
            }
            const links = await vscode.commands.executeCommand('vscode.executeLinkProvider', document.uri, 50);
            assert.ok(links.some((link) => link.target?.fsPath === at('docs/agents/testing.md').fsPath), JSON.stringify(links));
        },
        'a dead file is a problem': async () => {
            const found = await until('a finding', () => findings('.github/AGENTS.md')[0]);
            assert.equal(codes('.github/AGENTS.md')[0], 'dead-file', found.message);
            assert.equal(found.severity, vscode.DiagnosticSeverity.Warning);
        },
        'a broken import is a problem at its token, and an unsaved edit mends it': async () => {
            const { document } = await open('CLAUDE.md');
            const found = await until('broken-import', () => findings('CLAUDE.md').find(({ message }) => /releases\.md/.test(message)));
            assert.equal(document.getText(found.range).replace(/^@/, ''), 'docs/agents/releases.md');
            const edit = new vscode.WorkspaceEdit();
            edit.replace(document.uri, found.range, document.getText(found.range).replace('releases', 'testing'));
            await vscode.workspace.applyEdit(edit);
            await until('the finding to go', () => !findings('CLAUDE.md').some(({ message }) => /releases\.md/.test(message)));
            await revert(document);
            await until('the finding to come back', () => findings('CLAUDE.md').some(({ message }) => /releases\.md/.test(message)));
        },
        'an unsaved edit counts in the lens of another file': async () => {
            const { document } = await open('packages/web/CLAUDE.md');
            const edit = new vscode.WorkspaceEdit();
            edit.insert(document.uri, new vscode.Position(document.lineCount, 0), '\n@../../docs/architecture.md\n');
            await vscode.workspace.applyEdit(edit);
            await lineOne('packages/web/src/cart.ts', /architecture\.md/);
            await lineOne('packages/web/src/cart.ts', /after saving/);
            await revert(document);
            await lineOne('packages/web/src/cart.ts', /architecture\.md/, false);
        },
        'a file created and removed outside counts': async () => {
            const file = at('packages/web/src/CLAUDE.md').fsPath;
            fs.writeFileSync(file, '# Components\n');
            await lineOne('packages/web/src/cart.ts', /packages\/web\/src\/CLAUDE\.md/);
            fs.rmSync(file);
            await lineOne('packages/web/src/cart.ts', /src\/CLAUDE\.md/, false);
        },
        'the finding of a dead file goes with the file': async () => {
            const file = at('.github/AGENTS.md').fsPath;
            const text = fs.readFileSync(file);
            const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(root, '.github/*'));
            const events = [];
            for (const kind of ['Create', 'Change', 'Delete']) watcher[`onDid${kind}`](({ path }) => events.push(`${kind} ${path}`));
            fs.rmSync(file);
            await until('no finding', () => findings('.github/AGENTS.md').length === 0);
            fs.writeFileSync(file, text);
            await until('the finding again', () => codes('.github/AGENTS.md').includes('dead-file')).catch((error) => {
                throw new Error(`${error.message}; the editor saw ${JSON.stringify(events)}; all: ${JSON.stringify(vscode.languages.getDiagnostics().map(([uri, all]) => [uri.path, all.map(({ code }) => code?.value ?? code)]))}`);
            });
            watcher.dispose();
        },
        'the launch folder setting counts at once': async () => {
            const settings = vscode.workspace.getConfiguration('guidechain', root);
            await settings.update('launchFolders', ['.', 'packages/web'], vscode.ConfigurationTarget.Workspace);
            await lensWith('packages/web/src/cart.ts', /from packages\/web/);
            await settings.update('launchFolders', undefined, vscode.ConfigurationTarget.Workspace);
            await until('the lens of before', async () => !(await lenses('packages/web/src/cart.ts')).some((title) => /from packages\/web/.test(title)));
        },
        'an edit of a guarded file is warned of on its line, with what to do instead': async () => {
            const file = 'packages/api/src/generated/client.ts';
            const { document } = await open(file);
            const hint = await until('the hint', () => codes(file).length === 1 && findings(file)[0]);
            assert.deepEqual([codes(file)[0], hint.severity, hint.range.start.line], ['guarded-file', vscode.DiagnosticSeverity.Hint, 0]);
            const edit = new vscode.WorkspaceEdit();
            edit.insert(document.uri, document.lineAt(3).range.end, ' // by hand');
            await vscode.workspace.applyEdit(edit);
            const warning = await until('the warning', () => findings(file).find(({ code }) => (code.value ?? code) === 'guarded-edit'));
            assert.deepEqual([warning.severity, warning.range.start.line, warning.range.end.line], [vscode.DiagnosticSeverity.Warning, 3, 3]);
            assert.equal(warning.relatedInformation[0].location.uri.fsPath, at('AGENTS.md').fsPath);
            const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, warning.range, 'quickfix');
            const titles = actions.map(({ title }) => title);
            for (const expected of [/^Open the guard: AGENTS\.md:8$/, /^Copy: make client$/, /^Allow edits of /]) {
                assert.ok(titles.some((title) => expected.test(title)), `no action ${expected} among ${JSON.stringify(titles)}`);
            }
            await vscode.commands.executeCommand('guidechain.copyAlternative', 'make client');
            await until('the clipboard', async () => await vscode.env.clipboard.readText() === 'make client');
            await vscode.window.showTextDocument(document);
            await vscode.commands.executeCommand('undo');
            await until('the warning to go', () => codes(file).length === 1);
            assert.equal(document.isDirty, false);
        },
        'the preview is a read-only document with the composed text': async () => {
            await open('packages/api/src/payments/refund.ts');
            await vscode.commands.executeCommand('guidechain.preview', 'codex', 'packages/api');
            const document = await until('a preview', () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'guidechain-preview'));
            assert.match(document.getText(), /No new endpoint in v1/);
            assert.match(document.getText(), /Money is integers in cents/);
            assert.equal(document.languageId, 'markdown');
        },
        'the preview says where a file is cut and what is left out': async () => {
            const big = (name, lines) => `# ${name}\n\n${'- One more rule that somebody once thought of.\n'.repeat(lines)}- The last rule of ${name}.\n`;
            const made = { 'services/mail/AGENTS.override.md': big('mail', 900), 'services/mail/eu/AGENTS.md': big('Europe', 5), 'services/mail/eu/post.py': 'x = 1\n' };
            const settings = vscode.workspace.getConfiguration('guidechain', root);
            for (const [name, text] of Object.entries(made)) {
                fs.mkdirSync(path.dirname(at(name).fsPath), { recursive: true });
                fs.writeFileSync(at(name).fsPath, text);
            }
            try {
                await settings.update('launchFolders', ['services/mail/eu'], vscode.ConfigurationTarget.Workspace);
                await open('services/mail/eu/post.py');
                await lineOne('services/mail/eu/post.py', /AGENTS\.override\.md\]\([^)]*\) \(cut\)/);
                await vscode.commands.executeCommand('guidechain.preview', 'codex', 'services/mail/eu');
                const { uri } = await until('the preview', () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'guidechain-preview' && /mail/.test(uri.path)));
                const shown = await until('the lenses', async () => {
                    const found = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
                    return found.length > 2 && found.map(({ range, command }) => [range.start.line, command.title.replace(/\u00a0/g, ' '), ...command.arguments ?? []]);
                });
                const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
                const [start] = shown.find(([, title]) => /override\.md · .*cut: 31\.\d KB of 41\.\d KB arrive/.test(title)) ?? [];
                const [end] = shown.find(([, title]) => /override\.md is cut here: 9\.\d KB more never arrive/.test(title)) ?? [];
                assert.ok(start < end && document.getText().includes('# mail') && !document.getText().includes('The last rule of mail'), JSON.stringify(shown));
                const [, , missed] = shown.find(([line, title]) => line === 0 && /2 files left out$/.test(title)) ?? [];
                assert.deepEqual(missed?.map(({ path, why }) => `${path} ${why}`).sort(), ['services/mail/AGENTS.md shadowed', 'services/mail/eu/AGENTS.md over-budget']);
            } finally {
                await settings.update('launchFolders', undefined, vscode.ConfigurationTarget.Workspace);
                for (const name of Object.keys(made)) fs.rmSync(at(name).fsPath);
                fs.rmdirSync(at('services/mail/eu').fsPath);
            }
        },
        'restart and every command': async () => {
            const all = await vscode.commands.getCommands(true);
            for (const { command } of vscode.extensions.getExtension('guidechain.guidechain').packageJSON.contributes.commands) {
                assert.ok(all.includes(command), `${command} is not registered`);
            }
            await Promise.all([1, 2, 3].map(() => vscode.commands.executeCommand('guidechain.restart')));
            await open('packages/api/src/payments/refund.ts');
            await lensWith('packages/api/src/payments/refund.ts', /Codex/);
            await until('findings after the restart', () => codes('.github/AGENTS.md').includes('dead-file'));
            assert.equal(codes('.github/AGENTS.md').length, 1, 'each finding once');
        },
        'debug information': async () => {
            await vscode.commands.executeCommand('guidechain.debugInformation');
            const text = vscode.window.activeTextEditor.document.getText();
            assert.match(text, /Python 3\.\d+/);
            assert.match(text, /server: running/);
        },
        'nothing was written into the workspace': () => {
            const left = fs.readdirSync(root.fsPath, { recursive: true }).filter((file) => !/^\.(git|vscode)(\/|$)/.test(file));
            const before = JSON.parse(process.env.SAMPLE_FILES);
            assert.deepEqual(left.filter((file) => fs.statSync(path.join(root.fsPath, file)).isFile()).sort(), before.sort());
        },
    };
};

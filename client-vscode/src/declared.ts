import type { ClientCapabilities, LanguageClient, StaticFeature } from 'vscode-languageclient/node';

/** Tells the server what this client can do beyond the protocol: copy a text, type a command, list places in a view of its own. */
export function declare(client: LanguageClient): void {
    const feature: StaticFeature = {
        fillClientCapabilities(capabilities: ClientCapabilities): void {
            capabilities.experimental = { ...capabilities.experimental, guidechain: { copy: true, type: true, places: true } };
        },
        initialize: () => undefined,
        getState: () => ({ kind: 'static' }),
        clear: () => undefined,
    };
    client.registerFeature(feature);
}

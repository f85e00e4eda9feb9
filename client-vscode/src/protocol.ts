/**
 * Shapes of the server's custom requests. The server documents them in `guidechain/lsp/features`; nothing here decides anything.
 *
 * Paths are relative to the workspace folder with `/`, `~/...` below home, else absolute. Sizes are bytes, lines zero-based.
 */

/** How one host, started in one folder, uses a file. */
export interface Use {
    host: string;
    title: string;
    launch: string;
    when: string;
    acts: string[];
    bytes: number;
    kept: number;
    via: string | null;
}

/** `guidechain/governing`: the files that apply to a document, nearest first. */
export interface Governing {
    files: GoverningFile[];
}

export interface GoverningFile {
    path: string;
    uri: string;
    line: number;
    hosts: Use[];
}

/** `guidechain/files`: every instruction file of a workspace folder; `incomplete` when the walk reached its bounds. */
export interface Files {
    root: string;
    files: InstructionFile[];
    incomplete: boolean;
}

export interface InstructionFile {
    path: string;
    uri: string;
    hosts: HostState[];
}

/** What a file is for one host: the state, and for one that does not load, why and what causes it. */
export interface HostState {
    host: string;
    title: string;
    state: string;
    why: string | null;
    culprit: string | null;
    culpritUri?: string | null;
}

/** `guidechain/chain`: what each host, started in each launch folder, loads for a document, in load order. */
export interface Chains {
    chains: HostChain[];
}

export interface HostChain {
    host: string;
    title: string;
    launch: string;
    loaded: { path: string; bytes: number; kept: number }[];
    refused: string | null;
}

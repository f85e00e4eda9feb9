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

/** `guidechain/files`: every instruction file of a workspace folder; `incomplete` says why some may be missing. */
export interface Files {
    root: string;
    files: InstructionFile[];
    incomplete: string | null;
}

export interface InstructionFile {
    path: string;
    uri: string;
    /** Vendored code, a fixture or a template: not guidance for work in this workspace. */
    foreign: boolean;
    hosts: Standing[];
}

/** How a file stands with one host; for one that no launch loads, why and what causes it. */
export interface Standing {
    host: string;
    title: string;
    state: string;
    why: string | null;
    culprit: string | null;
    culpritUri: string | null;
    launches: { launch: string; loaded: boolean; when: string | null; act: string | null }[];
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
    not_loaded: Missed[];
    refused: string | null;
}

/** A file that a host passed over, and why. */
export interface Missed {
    path: string;
    why: string;
    culprit: string | null;
}

/** `guidechain/preview`: the text that a host's model sees; `parts` in order, `path` null for the host's own words. */
export interface Preview {
    title: string;
    text: string;
    parts: { role: string; path: string | null; text: string }[];
}

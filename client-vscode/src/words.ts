/** Small phrases that several views share. */

/** A size for a list: `480 B`, `12.3 KB`. */
export function size(bytes: number): string {
    return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A launch folder as a place: the root has no name of its own. */
export function place(launch: string): string {
    return launch === '' || launch === '.' ? 'the root' : launch;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words: string[]): string {
    return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The last segment of a path and the folder above it, `''` at the root. */
export function split(path: string): { name: string; folder: string } {
    const cut = path.lastIndexOf('/');
    return { name: path.slice(cut + 1), folder: path.slice(0, Math.max(cut, 0)) };
}

/** When a file enters the prompt: `at start`, `on read or edit`. */
export function when({ when, acts }: { when: string; acts: string[] }): string {
    return when === 'start' ? 'at start' : when === 'on-request' ? 'on request' : `on ${acts.join(' or ')}`;
}

// The sample repository of the runs: a small shop as teams really have them, with three agents' guidance in several folders.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const FILES = {
    'AGENTS.md': `# Harbour

Harbour is the shop of a bicycle cooperative: an API, a web front and a few services.

- Run \`make check\` before you hand anything over.
- Money is integers in cents; never use floats for it.
- Keep pull requests under 400 lines.
- Never edit \`packages/api/src/generated/\` by hand; run \`make client\` instead.
`,
    'CLAUDE.md': `@AGENTS.md
@docs/agents/testing.md

# Only for Claude Code

- 🚲 Ask before you touch a migration; the release notes are in @docs/agents/releases.md
`,
    'docs/agents/testing.md': `# Testing

Unit tests stand beside the code, end-to-end tests in \`tests/\`.
`,
    'docs/architecture.md': '# Architecture\n\nThe API owns the data; the web front owns nothing.\n',
    'packages/api/AGENTS.md': '# API\n\n- Every handler validates its input with a schema.\n',
    'packages/api/AGENTS.override.md': '# API, while we migrate to v2\n\n- No new endpoint in v1.\n- Every handler validates its input with a schema.\n',
    'packages/api/src/payments/refund.ts': `import { Cents, Order } from '../model';

/** Gives back part of what was paid, at most the whole. */
export function refund(order: Order, amount: Cents): Order {
    if (amount <= 0 || order.paid < amount) {
        throw new RangeError(\`cannot refund \${amount} of \${order.paid}\`);
    }
    return { ...order, paid: order.paid - amount, refunds: [...order.refunds, amount] };
}
`,
    'packages/api/src/transport.ts': 'export const get = async <T>(path: string): Promise<T> => (await fetch(path)).json();\n',
    'packages/api/src/model.ts': 'export type Cents = number;\nexport interface Order { id: string; paid: Cents; refunds: Cents[] }\n',
    'packages/api/src/generated/client.ts': `import { Order } from '../model';
import { get } from '../transport';

export const listOrders = () => get<Order[]>('/v2/orders');
export const getOrder = (id: string) => get<Order>('/v2/orders/' + id);
`,
    'packages/web/CLAUDE.md': '# Web\n\n- Components are functions; no class components.\n- Texts come from `locales/`, never from the code.\n',
    'packages/web/src/cart.ts': `import { Order } from '../../api/src/model';

export function total(order: Order): string {
    return \`\${(order.paid / 100).toFixed(2)} EUR\`;
}
`,
    'packages/web/locales/de.json': '{ "cart.title": "Warenkorb" }\n',
    '.claude/rules/payments.md': '---\npaths:\n  - "packages/api/src/payments/**"\n---\n# Payments\n\n- A refund never exceeds what was paid; there is a property test for it.\n',
    '.claude/settings.json': '{\n  "permissions": { "deny": ["Read(./.env)"] }\n}\n',
    '.github/AGENTS.md': '# Workflows\n\n- Pin every action to a commit.\n',
    '.github/workflows/check.yml': 'name: check\non: push\njobs: {}\n',
    'services/mail/AGENTS.md': '# Mail\n\n- Templates are MJML.\n',
    'services/mail/send.py': 'def send(to: str, template: str) -> None:\n    """Queue one mail."""\n',
    'guidechain.toml': '# Where we start our agents.\nlaunch = [".", "packages/api"]\n',
    'Makefile': 'check:\n\tnpm test --workspaces\nclient:\n\tnpm run generate -w api\n',
    'README.md': '# Harbour\n\nA shop.\n',
};

/** A second repository for runs with two workspace folders. */
export const SECOND = {
    'AGENTS.md': '# Lighthouse\n\n- Dashboards are code.\n',
    'boards/sales.py': 'PANELS = ["orders", "refunds"]\n',
};

/** Write `files` as a git repository. */
export function write(folder, files) {
    for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, text);
    }
    execFileSync('git', ['init', '--quiet', folder]);
}

// Writes dist/README.md for the .vsix: a copy of README.md with its pictures inside, so that they show without any address.
import fs from 'node:fs';
import path from 'node:path';

const here = path.resolve(import.meta.dirname, '..');
const text = fs.readFileSync(path.join(here, 'README.md'), 'utf8');
const whole = text.replace(/\]\((\.\.\/docs\/images\/[^)]+\.png)\)/g, (_, file) => `](data:image/png;base64,${fs.readFileSync(path.join(here, file)).toString('base64')})`);
fs.mkdirSync(path.join(here, 'dist'), { recursive: true });
fs.writeFileSync(path.join(here, 'dist/README.md'), whole);

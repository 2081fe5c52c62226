/*
 * `npm run nats:users` writes users.conf anew from the contracts and the code; with `--print` it goes to the screen. A
 * process of its own, because it loads the contracts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorization } from './permissions.mjs';
import { readRoles } from './roles.mjs';

const HEADER = `# Who may say and hear what on the bus. Made by \`npm run nats:users\` from libs/contracts and from what each process
# imports of it; a test compares. The passwords are variables, which lie in a file of their own.
include "secrets/passwords.conf"
`;

const made = HEADER + authorization(await readRoles());
if (process.argv.includes('--print')) process.stdout.write(made);
else writeFileSync(join(import.meta.dirname, 'users.conf'), made);

/*
 * `npm run docs` generates documents: the OpenAPI document, the client that tests call the gateway with, the lists of
 * decisions and events, the tables of log lines and settings, and the plan of machines. `--check` writes nothing and fails when one of
 * them is stale. It needs a build of libs/contracts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRoles } from '../deploy/nats/roles.mjs';
import { ROOT } from '../local/places.mjs';
import { buildClient } from './client.mjs';
import { buildDecisions } from './decisions.mjs';
import { buildEvents } from './events.mjs';
import { buildLogLines } from './log-lines.mjs';
import { buildOpenApi } from './openapi.mjs';
import { buildScale } from './scale.mjs';
import { buildSettings } from './settings.mjs';

const document = buildOpenApi();
const { roles } = await readRoles();

/** By path. @type {Record<string, string>} */
const documents = {
  'docs/decisions/README.md': buildDecisions(),
  'docs/events.md': buildEvents(roles),
  'docs/operations/log-lines.md': buildLogLines(),
  'docs/operations/scale.md': buildScale(),
  'docs/operations/settings.md': buildSettings(),
  'gateway/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
};
for (const [name, text] of Object.entries(await buildClient(document)))
  documents[`gateway/test/api-client/${name}`] = text;

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return '';
  }
}

const stale = Object.keys(documents).filter((path) => read(path) !== documents[path]);
if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`Stale, write them with \`npm run docs\`:\n${stale.join('\n')}`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const path of stale) writeFileSync(join(ROOT, path), documents[path] ?? '');
  console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Everything is current.');
}

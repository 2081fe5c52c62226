/* Mistakes of operators: the test plants each seed into the production overlay or docker-compose.yml, and the checks must find it. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';
import { check } from './check.mjs';
import { checkCompose } from './compose.mjs';
import { readSecrets, readSettings } from './expected.mjs';
import { renderedFile } from './overlays.mjs';
import { schemaProblems } from './schemas.mjs';
import { ACCESS_SEEDS } from './seeds/access.mjs';
import { COMPOSE_SEEDS } from './seeds/compose.mjs';
import { FIELD_SEEDS } from './seeds/fields.mjs';
import { REFERENCE_SEEDS } from './seeds/references.mjs';
import { SETTING_SEEDS } from './seeds/settings.mjs';
import { WORKLOAD_SEEDS } from './seeds/workloads.mjs';
import { parseObjects, readYaml } from './yaml.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

const production = parseObjects(readFileSync(renderedFile('production'), 'utf8'));

/** @type {import('./world.mjs').Expected} */
let expected;

beforeAll(async () => {
  const [settings, secrets] = await Promise.all([readSettings(), readSecrets()]);
  expected = { settings, secrets, opsPaths: ['/livez', '/readyz', '/metrics'], metrics: ['duet_sockets'] };
}, 60_000);

const seeded = (/** @type {(objects: Manifest[]) => unknown} */ plant) => {
  const objects = structuredClone(production);
  plant(objects);
  return objects;
};

describe('the checker finds', () => {
  it.each([...WORKLOAD_SEEDS, ...ACCESS_SEEDS, ...REFERENCE_SEEDS, ...SETTING_SEEDS])('%s', (_what, plant, message) => {
    expect(check(seeded(plant), expected).join('\n')).toMatch(message);
  });

  it('nothing in the overlay itself', () => {
    expect(check(structuredClone(production), expected)).toEqual([]);
  });
});

describe('the schemas refuse', () => {
  it.each(FIELD_SEEDS)('%s', async (_what, plant, message) => {
    expect((await schemaProblems(seeded(plant))).join('\n')).toMatch(message);
  });
});

describe('in docker-compose.yml the checker finds', () => {
  it.each(COMPOSE_SEEDS)('%s', (_what, plant, message) => {
    const file = readYaml(join(ROOT, 'docker-compose.yml'));
    plant(file.services);
    expect(checkCompose(file, expected).join('\n')).toMatch(message);
  });
});

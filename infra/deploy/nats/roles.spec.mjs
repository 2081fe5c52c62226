import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';
import { SOURCES } from './roles.mjs';

/** The values that a file imports from the contracts. @param {string} path @returns {string[]} */
const contractsIn = (path) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/import \{([^{}]*)\} from '@duet\/contracts'/g)]
    .flatMap(([, list]) => list.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '));

/** Every file of a program, without its declaration and its tests. @param {string} folder */
const filesIn = (folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
    (path) => !path.endsWith('.spec.ts') && path !== `${folder}/bus.ts`,
  );

/** The file of service-kit that makes calls for both edges. */
const CALLED_BY_THE_KIT = 'libs/service-kit/src/edge/revocations.ts';

// A use without a declaration does not compile, and fails at run time. Only the other direction needs a test.
describe.each(Object.entries(SOURCES))('the bus declaration of %s', (_process, folder) => {
  it('lists no call and no event that the code does not use', () => {
    const used = new Set([...filesIn(folder), CALLED_BY_THE_KIT].flatMap(contractsIn));
    expect(contractsIn(`${folder}/bus.ts`).filter((name) => !used.has(name))).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../local/command.mjs';
import { LOCAL } from '../../local/places.mjs';
import { tool } from '../../local/runtime.mjs';

/** @typedef {import('./yaml.mjs').Manifest} Manifest */

/** `networking.k8s.io/v1` lies in `kubernetes-types/networking/v1`, `v1` in `core/v1`. @param {string} apiVersion */
function moduleOf(apiVersion) {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group.split('.')[0]}/${version}`;
}

const SETTINGS = {
  compilerOptions: {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  files: ['manifests.ts'],
};

/**
 * Checks objects against the types of the Kubernetes API with the compiler: it refuses a field that an object does not have,
 * which schema validators of the API let pass.
 * @param {Manifest[]} objects
 * @returns {Promise<string[]>} what is wrong, object by object
 */
export async function typeProblems(objects) {
  mkdirSync(LOCAL, { recursive: true });
  const dir = mkdtempSync(join(LOCAL, 'manifests-'));
  // One line per object: the line of an error identifies the object.
  const lines = objects.map(
    (object, index) =>
      `export const o${index}: import('${moduleOf(object.apiVersion)}').${object.kind} = ${JSON.stringify(object)};`,
  );
  writeFileSync(join(dir, 'manifests.ts'), `${lines.join('\n')}\n`);
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(SETTINGS));
  const [command, args, options] = tool('tsc', ['-p', dir, '--pretty', 'false']);
  const { code, output } = await run(command, args, options);
  rmSync(dir, { recursive: true });
  const problems = output.split('\n').flatMap((line) => {
    // `…/manifests.ts(12,3): error TS2322: What is wrong`
    const [place = '', message] = line.split(': error ');
    const number = /\((\d{1,9}),\d{1,9}\)$/.exec(place)?.[1];
    const object = number ? objects[Number(number) - 1] : undefined;
    return object ? [`${object.kind} ${object.metadata.name}: ${message}`] : [];
  });
  return code === 0 || problems.length > 0 ? problems : [output];
}

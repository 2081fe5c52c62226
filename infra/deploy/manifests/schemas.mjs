import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../local/command.mjs';
import { LOCAL } from '../../local/places.mjs';
import { tool } from '../../local/runtime.mjs';
import { titleOf } from './world.mjs';

/** @typedef {import('./yaml.mjs').Manifest} Manifest */

/** The package of a group outside of Kubernetes itself. @type {Record<string, string>} */
const PACKAGES = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'keda.sh': '@kubernetes-models/keda',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

/** The module of a kind: `apps/v1` Deployment lies in `kubernetes-models/apps/v1/Deployment`. @param {Manifest} object */
const moduleOf = ({ apiVersion, kind }) =>
  `${PACKAGES[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;

/** Loads the model of a kind. @param {Manifest} object @returns {Promise<any>} undefined for a kind or version that the API does not have */
const modelOf = (object) =>
  import(moduleOf(object)).then(
    (module) => module[object.kind],
    () => undefined,
  );

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

/** Checks values against the JSON schema of the kind: patterns, ranges, enumerations. @param {Manifest} object @param {any} Model @returns {string[]} */
function valueProblems(object, Model) {
  try {
    new Model(object).validate();
    return [];
  } catch (cause) {
    return [`${titleOf(object)}: ${cause instanceof Error ? cause.message : cause}`];
  }
}

/** Checks fields with the compiler: it refuses a field that the kind does not have, which JSON schemas let pass. @param {Manifest[]} objects @returns {Promise<string[]>} */
async function fieldProblems(objects) {
  mkdirSync(LOCAL, { recursive: true });
  const dir = mkdtempSync(join(LOCAL, 'manifests-'));
  // One line per object: the line of an error identifies the object.
  const lines = objects.map(
    (object, index) =>
      `export const o${index}: import('${moduleOf(object)}').I${object.kind} = ${JSON.stringify(object)};`,
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
    return object ? [`${titleOf(object)}: ${message}`] : [];
  });
  return code === 0 || problems.length > 0 ? problems : [output];
}

/**
 * Checks objects against the schemas of their kinds.
 * @param {Manifest[]} objects
 * @returns {Promise<string[]>} what is wrong, object by object
 */
export async function schemaProblems(objects) {
  const models = await Promise.all(objects.map(modelOf));
  const known = objects.filter((_object, index) => models[index]);
  return [
    ...objects.flatMap((object, index) =>
      models[index]
        ? valueProblems(object, models[index])
        : [`${titleOf(object)}: the API has no ${object.kind} in ${object.apiVersion}`],
    ),
    ...(await fieldProblems(known)),
  ];
}

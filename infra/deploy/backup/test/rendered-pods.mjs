import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../local/command.mjs';
import { ROOT } from '../../../local/places.mjs';
import { nodeBinary } from '../../../local/runtime.mjs';
import { renderedFile } from '../../manifests/overlays.mjs';
import { ofKind, podsOf } from '../../manifests/world.mjs';
import { parseObjects } from '../../manifests/yaml.mjs';

const objects = parseObjects(readFileSync(renderedFile('single-node'), 'utf8'));

/**
 * @typedef {object} Machine where the processes of the pods run
 * @property {string} copy the folder that the pods mount at /backups
 * @property {string} secrets the folder with a folder per pod, which it mounts at /secrets
 * @property {Record<string, string>} env what replaces or adds to the variables of the manifests
 * @property {{uid?: number, gid?: number}} user
 */

/** The container of a rendered pod. @param {string} pod @param {string} name */
function containerOf(pod, name) {
  const container = podsOf(objects)
    .find((one) => one.name === pod)
    ?.containers.find((one) => one.name === name);
  if (!container) throw new Error(`the overlay has no container ${name} of ${pod}`);
  return container;
}

/** @param {any} variable */
const valueOf = ({ value, valueFrom }) =>
  value ??
  ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === valueFrom.configMapKeyRef.name)?.data[
    valueFrom.configMapKeyRef.key
  ];

/** The command and variables of a container, with its mounts replaced by folders of this machine. @param {string} pod @param {string} name @param {Machine} machine */
function processOf(pod, name, { copy, secrets, env, user }) {
  const { command, env: variables = [] } = containerOf(pod, name);
  const here = (/** @type {string} */ text) =>
    text
      .replaceAll('/backups', copy)
      .replace(/^\/backup\//, `${join(ROOT, 'infra', 'deploy', 'backup')}/`)
      .replaceAll('/secrets/', `${join(secrets, pod)}/`)
      .replace(/^node$/, nodeBinary());
  const given = variables.map((/** @type {any} */ one) => [one.name, here(String(valueOf(one)))]);
  const [program, ...args] = command.map(here);
  return {
    program,
    args,
    options: {
      cwd: ROOT,
      env: { ...Object.fromEntries(given), BACKUP_DIR: copy, PATH: process.env.PATH, ...env },
      ...user,
    },
  };
}

/** Runs a container to its end. @param {string} pod @param {string} name @param {Machine} machine @returns {Promise<string>} its output @throws with its output if it fails */
export async function runContainer(pod, name, machine) {
  const { program, args, options } = processOf(pod, name, machine);
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${pod} ${name} ended with ${code}: ${output}`);
  return output;
}

/** Starts a container. @param {string} pod @param {string} name @param {Machine} machine @returns {() => Promise<void>} ends it and its children */
export function startContainer(pod, name, machine) {
  const { program, args, options } = processOf(pod, name, machine);
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const ended = once(child, 'exit');
  return async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
}

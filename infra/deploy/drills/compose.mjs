import { mustRun } from '../../local/command.mjs';

/** @param {NodeJS.ProcessEnv} [env] @param {string[]} args */
const composeWith = async (env, ...args) =>
  (
    await mustRun(`docker compose ${args.join(' ')} failed (see above).`, 'docker', ['compose', ...args], { env })
  ).stdout.trim();

/** `docker compose` on the project of this machine. @param {string[]} args */
export const compose = (...args) => composeWith(undefined, ...args);

/** `docker compose` on another project. @param {NodeJS.ProcessEnv} env beyond that of this process @returns {typeof compose} */
export const composeIn =
  (env) =>
  (...args) =>
    composeWith({ ...process.env, ...env }, ...args);

/** The address of the gateway. @param {typeof compose} [project] */
export async function originOf(project = compose) {
  return `http://localhost:${(await project('port', 'gateway', '8080')).split(':').at(-1)}`;
}

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

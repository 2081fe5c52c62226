/**
 * @typedef {import('../world.mjs').Manifest} Manifest
 * @typedef {[what: string, plant: (objects: Manifest[]) => unknown, message: RegExp]} Seed a mistake in an overlay and the complaint that finds it
 */

/** @param {Manifest[]} objects @param {string} kind @param {string | RegExp} name @returns {any} */
export function objectOf(objects, kind, name) {
  const found = objects.find(
    ({ kind: one, metadata }) =>
      one === kind && (metadata.name === name || (name instanceof RegExp && name.test(metadata.name))),
  );
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** @param {Manifest[]} objects @param {string} name */
export const podOf = (objects, name) => objectOf(objects, 'Deployment', name).spec.template.spec;

/** @param {Manifest[]} objects @param {string} name */
export const boxOf = (objects, name) => podOf(objects, name).containers[0];

/** @param {Manifest[]} objects */
export const databaseJobOf = (objects) => objectOf(objects, 'Job', /^database-/);

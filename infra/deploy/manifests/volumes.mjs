import { amount } from './quantities.mjs';
import { ofKind, podsOf, titleOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Expected} Expected @typedef {import('./world.mjs').Pod} Pod */

const TYPES = ['emptyDir', 'secret', 'configMap', 'persistentVolumeClaim', 'ephemeral'];

/** @param {Manifest[]} objects @param {any} volume @param {any} container the largest by temporary storage */
function volumeComplaints(objects, { name, ...source }, container) {
  const [type = 'nothing'] = Object.keys(source);
  if (!TYPES.includes(type)) return [`its volume ${name} is of the type ${type}`];
  const { claimName } = source.persistentVolumeClaim ?? {};
  const claims = [
    ...ofKind(objects, 'PersistentVolumeClaim').map(({ metadata }) => metadata.name),
    // A StatefulSet names the claims of its first pod so.
    ...ofKind(objects, 'StatefulSet').flatMap(({ metadata, spec }) =>
      (spec.volumeClaimTemplates ?? []).map((/** @type {any} */ one) => `${one.metadata.name}-${metadata.name}-0`),
    ),
  ];
  const size = source.emptyDir?.sizeLimit;
  const limit = container?.resources?.limits?.['ephemeral-storage'];
  return [
    claimName !== undefined && !claims.includes(claimName) && `there is no claim ${claimName}`,
    type === 'emptyDir' && size === undefined && `its volume ${name} has no limit`,
    type === 'emptyDir' && amount(size) > amount(limit) && `its volume ${name} exceeds its temporary storage`,
  ];
}

/** Checks that each mount has a volume, each volume a mount, and that no volume is of the node. @param {Manifest[]} objects */
export function volumes(objects) {
  return podsOf(objects).flatMap(({ owner, spec, containers }) => {
    const own = spec.volumes ?? [];
    const claimed = (owner.spec.volumeClaimTemplates ?? []).map((/** @type {any} */ one) => one.metadata.name);
    const names = [...own.map((/** @type {any} */ one) => one.name), ...claimed];
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts).map(({ name }) => name);
    return [
      ...mounted.map((name) => !names.includes(name) && `there is no volume ${name}`),
      ...names.map((name) => !mounted.includes(name) && `nothing mounts its volume ${name}`),
      ...own.flatMap((/** @type {any} */ volume) => volumeComplaints(objects, volume, spec.containers[0])),
    ].flatMap((one) => (one ? [`${titleOf(owner)}: ${one}`] : []));
  });
}

/** The Secrets that a pod reads, by whatever way. @param {Pod} pod @returns {string[]} */
function secretsOf({ spec, containers }) {
  const inVolumes = (spec.volumes ?? []).flatMap((/** @type {any} */ { secret, projected }) => [
    secret?.secretName,
    ...(projected?.sources ?? []).map((/** @type {any} */ one) => one.secret?.name),
  ]);
  const inVariables = containers.flatMap(({ env = [], envFrom = [] }) => [
    ...env.map((/** @type {any} */ one) => one.valueFrom?.secretKeyRef?.name),
    ...envFrom.map((/** @type {any} */ one) => one.secretRef?.name),
  ]);
  return [...inVolumes, ...inVariables].filter(Boolean);
}

/** Checks that a Secret is read by its owner only, from files. @param {Manifest[]} objects @param {Expected} expected */
export function secretOwners(objects, { secrets }) {
  const known = new Set(Object.values(secrets).flatMap((files) => Object.keys(files)));
  return podsOf(objects).flatMap((pod) => {
    const inline = pod.containers
      .flatMap(({ env = [] }) => env)
      .filter(({ name, value }) => value && known.has(name))
      .map(({ name }) => `${titleOf(pod.owner)}: ${name} stands in the manifest instead of in a Secret`);
    const foreign = secretsOf(pod).filter((secret) => {
      const owner = secret.replace(/^duet-/, '');
      return owner !== pod.name;
    });
    return [...inline, ...foreign.map((secret) => `${titleOf(pod.owner)}: it reads ${secret}, which is another's`)];
  });
}

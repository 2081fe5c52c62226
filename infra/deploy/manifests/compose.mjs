import { plainName } from './environment.mjs';
import { processOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Expected} Expected
 * @typedef {Record<string, any>} Service as docker-compose.yml has it, anchors resolved
 */

/** Whether it runs once and ends. @param {Service} service */
const isOnce = ({ restart }) => restart === 'no';

/** @param {Service} service @returns {[string, string][]} volume and path */
const volumesOf = ({ volumes = [] }) =>
  volumes
    .filter((/** @type {string} */ one) => one.includes(':'))
    .map((/** @type {string} */ one) => one.split(':').slice(0, 2));

/** @param {string} name @param {Service} service @param {Expected} expected */
function variables(name, { command, environment = {} }, { settings }) {
  const process = Array.isArray(command) ? processOf({ command }) : undefined;
  if (!process) return [];
  const schema = settings[process];
  if (!schema) return [`${name}: there is no process ${process}`];
  const given = Object.keys(environment).flatMap((one) => [plainName(one, schema.names), one.replace(/_FILE$/, '')]);
  return [
    ...Object.keys(environment)
      .map((one) => plainName(one, schema.names))
      .filter((one) => !schema.names.includes(one) && one !== 'NODE_OPTIONS')
      .map((one) => `${name}: ${process} does not read ${one}`),
    ...schema.required
      .filter((one) => !given.includes(one))
      .map((one) => `${name}: ${process} does not start without ${one}`),
  ];
}

/** Checks that a service has no secret inline, mounts existing ones and reads each of them. @param {string} name @param {Service} service @param {Expected} expected */
function secrets(name, service, expected) {
  const { environment = {}, command = [] } = service;
  const texts = [...Object.values(environment), ...[command].flat()].map(String);
  const secretNames = new Set(Object.values(expected.secrets).flatMap((created) => Object.keys(created)));
  const inline = Object.entries(environment)
    .filter(([key, value]) => secretNames.has(key) && value !== '' && name !== 'secrets')
    .map(([key]) => `${name}: ${key} stands in the file instead of in a secret`);
  const mounted = volumesOf(service)
    .filter(([volume, path]) => volume.startsWith('secrets-') && path === '/secrets')
    .flatMap(([volume]) => {
      const owner = volume.slice('secrets-'.length);
      const created = expected.secrets[owner];
      if (!created) return [`${name}: nothing creates ${volume}`];
      const read = texts.flatMap((text) => [...text.matchAll(/\/secrets\/([\w.]+)/g)].map(([, key]) => key));
      const idle =
        processOf(service) && !isOnce(service) ? Object.keys(created).filter((key) => !read.includes(key)) : [];
      return [
        ...read.filter((key) => !(key in created)).map((key) => `${name}: ${volume} has no ${key}`),
        ...idle.map((key) => `${name}: nothing reads ${key} of ${volume}`),
      ];
    });
  return [...inline, ...mounted];
}

/** Whether an image has a tag or a digest that is not `latest`. @param {string} image */
function namesVersion(image) {
  const [, version = ''] = image.slice(image.lastIndexOf('/') + 1).split(':');
  return version !== 'latest' && /^[\w$]/.test(version);
}

/** @param {string} name @param {Service} service */
function box(
  name,
  { image = '', build, read_only, cap_drop = [], security_opt = [], healthcheck, privileged, restart, ...rest },
) {
  const once = isOnce({ restart });
  return [
    !namesVersion(image) && `the image ${image} has no fixed version`,
    read_only !== true && 'its root file system can be written to',
    !cap_drop.includes('ALL') && 'it keeps capabilities',
    !rest.mem_limit && 'its memory has no limit',
    !rest.pids_limit && 'its processes have no limit',
    !rest.logging?.options?.['max-size'] && 'its log grows without end',
    [healthcheck?.test].flat().includes('node') && 'its health check starts a Node process every few seconds',
    privileged && 'it is privileged',
    !security_opt.includes('no-new-privileges:true') && 'it may gain privileges',
    !once && !healthcheck?.test && (build || !healthcheck?.disable) && 'it has no health check',
    !once && restart !== 'unless-stopped' && 'it does not restart with the engine',
    rest.container_name && 'it has a fixed container name, so that it cannot be scaled',
  ]
    .filter((one) => typeof one === 'string')
    .map((one) => `${name}: ${one}`);
}

/** @param {string} name @param {Service} service @param {Record<string, Service>} services */
function order(name, { depends_on = {} }, services) {
  return Object.entries(depends_on).flatMap(([other, { condition }]) => {
    const target = services[other];
    if (!target) return [`${name}: it waits for ${other}, which does not exist`];
    const right = isOnce(target) ? 'service_completed_successfully' : 'service_healthy';
    return condition === right ? [] : [`${name}: it waits for ${other} to be ${condition} instead of ${right}`];
  });
}

/** @param {string} name @param {Service} service @param {Record<string, Service>} services */
function addresses(name, { environment = {} }, services) {
  return ['REALTIME_URL', 'MEDIA_URL'].flatMap((variable) => {
    if (!environment[variable]) return [];
    const { hostname, port } = new URL(environment[variable]);
    return services[hostname]?.environment?.PORT === port ? [] : [`${name}: ${variable} leads nowhere`];
  });
}

/** Services with a port of the machine; those of operators listen at its loopback. */
const PUBLIC = ['gateway', 'caddy'];

/** Capabilities that a service cannot start without. @type {Record<string, string[]>} */
const NEEDED = { caddy: ['NET_BIND_SERVICE'] };

/** Checks that a service has nothing of the machine and no secrets of another. @param {string} name @param {Service} service */
function isolation(name, { ports = [], volumes = [], cap_add = [], network_mode, pid, ipc }) {
  const published = ports
    .map((/** @type {unknown} */ one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .filter((/** @type {string} */ one) => !PUBLIC.includes(name) && !one.startsWith('127.0.0.1:'));
  const mounted = volumes.map((/** @type {any} */ one) =>
    typeof one === 'string' ? one : `${one.source}:${one.target}`,
  );
  const foreign = mounted
    .map((/** @type {string} */ one) => one.split(':')[0] ?? '')
    .filter((/** @type {string} */ volume) => volume.startsWith('secrets-'))
    .filter(
      (/** @type {string} */ volume) =>
        ![`secrets-${name}`, `secrets-${name.replace(/^migrate-/, '')}`].includes(volume),
    );
  const ofMachine = mounted.filter(
    (/** @type {string} */ one) => /^[./~]\S*:/.test(one) && !/^\.\/infra\/deploy\/\S+:ro$/.test(one),
  );
  return [
    ...published.map((/** @type {string} */ one) => `it publishes ${one}`),
    ...ofMachine.map((/** @type {string} */ one) => `it mounts ${one.split(':')[0]} of the machine`),
    ...(name === 'secrets' ? [] : foreign.map((/** @type {string} */ one) => `it mounts ${one}, which is another's`)),
    cap_add.some((/** @type {string} */ one) => !NEEDED[name]?.includes(one)) && 'it is given capabilities',
    network_mode && network_mode !== 'none' && `it has the network of ${network_mode}`,
    (pid || ipc) && 'it sees the processes of the machine',
  ].flatMap((one) => (one ? [`${name}: ${one}`] : []));
}

/** Services that read or write objects. The store's other ports require no signature. */
const MAY_REACH_OBJECTS = ['s3', 'media', 'backup-objects'];

/** The names of a service's networks, in the short form or with settings. @param {Service | undefined} service @returns {string[]} */
const networksOf = ({ networks = ['default'] } = {}) => (Array.isArray(networks) ? networks : Object.keys(networks));

/** @param {Record<string, Service>} services @param {Record<string, {internal?: boolean} | null>} networks */
function objectStore(services, networks) {
  const own = networksOf(services.s3);
  const foreign = Object.entries(services).filter(
    ([name, service]) => !MAY_REACH_OBJECTS.includes(name) && networksOf(service).some((one) => own.includes(one)),
  );
  return [
    ...foreign.map(([name]) => `${name}: it reaches the object store`),
    ...own.filter((one) => networks[one]?.internal !== true).map((one) => `s3: its network ${one} is not internal`),
    ...(services.s3?.ports || services.s3?.network_mode ? ['s3: it is published'] : []),
  ];
}

/**
 * Checks docker-compose.yml as far as possible without an engine.
 * @param {{services: Record<string, Service>, volumes: Record<string, unknown>, networks: Record<string, {internal?: boolean} | null>}} file
 * @param {Expected} expected
 */
export function checkCompose({ services, volumes, networks }, expected) {
  const each = Object.entries(services).flatMap(([name, service]) => [
    ...variables(name, service, expected),
    ...secrets(name, service, expected),
    ...box(name, service),
    ...isolation(name, service),
    ...order(name, service, services),
    ...addresses(name, service, services),
    ...volumesOf(service)
      .filter(([volume]) => /^\w/.test(volume) && !(volume in volumes))
      .map(([volume]) => `${name}: there is no volume ${volume}`),
  ]);
  return [...each, ...objectStore(services, networks)];
}

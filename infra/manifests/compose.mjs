import { plainName } from './environment.mjs';
import { processOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Facts} Facts
 * @typedef {Record<string, any>} Service as docker-compose.yml has it, anchors resolved
 */

/** Runs to its end and is no service. @param {Service} service */
const isOnce = ({ restart }) => restart === 'no';

/** @param {Service} service @returns {[string, string][]} volume and path */
const volumesOf = ({ volumes = [] }) => volumes.filter((/** @type {string} */ one) => one.includes(':')).map((/** @type {string} */ one) => one.split(':').slice(0, 2));

/** @param {string} name @param {Service} service @param {Facts} facts */
function variables(name, { command, environment = {} }, { settings }) {
  const process = Array.isArray(command) ? processOf({ command }) : undefined;
  if (!process) return [];
  const schema = settings[process];
  if (!schema) return [`${name}: there is no process ${process}`];
  const given = Object.keys(environment).flatMap((one) => [plainName(one, schema.names), one.replace(/_FILE$/, '')]);
  return [
    ...Object.keys(environment).map((one) => plainName(one, schema.names)).filter((one) => !schema.names.includes(one)).map((one) => `${name}: ${process} does not read ${one}`),
    ...schema.required.filter((one) => !given.includes(one)).map((one) => `${name}: ${process} does not start without ${one}`),
  ];
}

/** Each sees its own secrets, and reads all that it sees. @param {string} name @param {Service} service @param {Facts} facts */
function secrets(name, service, facts) {
  const { environment = {}, command = [] } = service;
  const texts = [...Object.values(environment), ...[command].flat()].map(String);
  const secretNames = new Set(Object.values(facts.secrets).flatMap((held) => Object.keys(held)));
  const inline = Object.entries(environment).filter(([key, value]) => secretNames.has(key) && value !== '' && name !== 'secrets').map(([key]) => `${name}: ${key} stands in the file instead of in a secret`);
  const mounted = volumesOf(service).filter(([volume, path]) => volume.startsWith('secrets-') && path === '/secrets').flatMap(([volume]) => {
    const owner = volume.slice('secrets-'.length);
    const held = facts.secrets[owner];
    if (!held) return [`${name}: nobody makes ${volume}`];
    const read = texts.flatMap((text) => [...text.matchAll(/\/secrets\/([\w.]+)/g)].map(([, key]) => key));
    const idle = processOf(service) && !isOnce(service) ? Object.keys(held).filter((key) => !read.includes(key)) : [];
    return [...read.filter((key) => !(key in held)).map((key) => `${name}: ${volume} has no ${key}`), ...idle.map((key) => `${name}: nobody reads ${key} of ${volume}`)];
  });
  return [...inline, ...mounted];
}

/** @param {string} name @param {Service} service */
function box(name, { image = '', build, read_only, cap_drop = [], security_opt = [], healthcheck, privileged, restart, ...rest }) {
  const once = isOnce({ restart });
  return [
    !/:(?!latest$)[\w$][^/]*$/.test(image) && `the image ${image} says not which one`,
    build && read_only !== true && 'its root file system can be written to',
    build && !cap_drop.includes('ALL') && 'it keeps capabilities',
    privileged && 'it is privileged',
    !security_opt.includes('no-new-privileges:true') && 'it may gain privileges',
    !once && !healthcheck?.test && (build || !healthcheck?.disable) && 'nothing asks whether it is well',
    !once && restart !== 'unless-stopped' && 'it does not come back with the engine',
    rest.container_name && 'it has a name of its own, so that there cannot be two',
  ].filter((one) => typeof one === 'string').map((one) => `${name}: ${one}`);
}

/** @param {string} name @param {Service} service @param {Record<string, Service>} services */
function order(name, { depends_on = {} }, services) {
  return Object.entries(depends_on).flatMap(([other, { condition }]) => {
    const target = services[other];
    if (!target) return [`${name}: it waits for ${other}, which is not there`];
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

/**
 * What can be known of docker-compose.yml without an engine.
 * @param {{services: Record<string, Service>, volumes: Record<string, unknown>}} file
 * @param {Facts} facts
 */
export function checkCompose({ services, volumes }, facts) {
  return Object.entries(services).flatMap(([name, service]) => [
    ...variables(name, service, facts),
    ...secrets(name, service, facts),
    ...box(name, service),
    ...order(name, service, services),
    ...addresses(name, service, services),
    ...volumesOf(service).filter(([volume]) => /^\w/.test(volume) && !(volume in volumes)).map(([volume]) => `${name}: there is no volume ${volume}`),
  ]);
}

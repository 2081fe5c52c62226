import { addresses, configKeys, secretKeys, variables } from './environment.mjs';
import { bus } from './bus.mjs';
import { doors, hosts, isolation, names, opsPort, owners } from './doors.mjs';
import { network } from './network.mjs';
import { endings, images, probes, resources, security } from './pods.mjs';
import { trustedProxies } from './proxies.mjs';
import { autoscalers, disruptionBudgets, monitors, selectors, services, spread } from './references.mjs';
import { amounts, bounds, drains, kinds, once, patience, restarts, versions } from './values.mjs';
import { secretOwners, volumes } from './volumes.mjs';

const RULES = [
  selectors,
  services,
  owners,
  doors,
  hosts,
  disruptionBudgets,
  autoscalers,
  spread,
  monitors,
  variables,
  configKeys,
  secretKeys,
  addresses,
  trustedProxies,
  probes,
  security,
  resources,
  images,
  endings,
  network,
  names,
  opsPort,
  isolation,
  kinds,
  amounts,
  bounds,
  drains,
  restarts,
  once,
  patience,
  versions,
  volumes,
  secretOwners,
  bus,
];

/**
 * Checks an overlay as far as possible without a cluster. `schemaProblems` checks its fields.
 * @param {import('./world.mjs').Manifest[]} objects
 * @param {import('./world.mjs').Expected} expected
 * @returns {string[]} what is wrong
 */
export const check = (objects, expected) => RULES.flatMap((rule) => rule(objects, expected));

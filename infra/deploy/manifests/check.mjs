import { addresses, configKeys, secretKeys, variables } from './environment.mjs';
import { network } from './network.mjs';
import { endings, images, probes, resources, security } from './pods.mjs';
import { trustedProxies } from './proxies.mjs';
import { autoscalers, disruptionBudgets, ingresses, selectors, services, spread } from './references.mjs';

const RULES = [
  selectors,
  services,
  ingresses,
  disruptionBudgets,
  autoscalers,
  spread,
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
];

/**
 * Checks an overlay as far as possible without a cluster. `typeProblems` checks the types of its fields.
 * @param {import('./world.mjs').Manifest[]} objects
 * @param {import('./world.mjs').Expected} expected
 * @returns {string[]} what is wrong
 */
export const check = (objects, expected) => RULES.flatMap((rule) => rule(objects, expected));

import { addresses, configKeys, secretKeys, variables } from './environment.mjs';
import { network } from './network.mjs';
import { endings, images, probes, resources, security } from './pods.mjs';
import { autoscalers, disruptionBudgets, ingresses, selectors, services, spread } from './references.mjs';

const RULES = [selectors, services, ingresses, disruptionBudgets, autoscalers, spread, variables, configKeys, secretKeys, addresses, probes, security, resources, images, endings, network];

/**
 * Everything about an overlay that can be known without a cluster, apart from the types of its words.
 * @param {import('./world.mjs').Manifest[]} objects
 * @param {import('./world.mjs').Facts} facts
 * @returns {string[]} what is wrong
 */
export const check = (objects, facts) => RULES.flatMap((rule) => rule(objects, facts));

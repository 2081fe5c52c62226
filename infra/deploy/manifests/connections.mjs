import { mostPods, podsOf, valueOf } from './world.mjs';

/** Connections of a service's pool, unless DATABASE_POOL says otherwise. */
const POOL = 10;

/** For superusers, the operator's checks, backups, a person with psql. */
const RESERVE = 40;

/**
 * Counts the database connections when all autoscalers are at their maxima and each Deployment rolls out.
 * @param {import('./world.mjs').Manifest[]} objects
 */
export function connectionsNeeded(objects) {
  const pools = podsOf(objects)
    .filter(({ owner }) => owner.kind === 'Deployment')
    .map(({ owner, spec }) => {
      const [container] = spec.containers;
      const hasDatabase = valueOf(container, 'DATABASE_URL_FILE') !== undefined;
      const pods = mostPods(objects, owner) + 1;
      return hasDatabase ? pods * Number(valueOf(container, 'DATABASE_POOL') ?? POOL) : 0;
    });
  return pools.reduce((sum, one) => sum + one, RESERVE);
}

import { Failure } from './failure.mjs';
import { TOOLS } from './tools.mjs';

/** @typedef {'postgres' | 'redis' | 'nats' | 's3'} StoreName */

/** Which variable names a store that is there already, what we call it, and which others belong to it. */
const GIVEN = /** @type {const} */ ({
  postgres: { variable: 'DATABASE_URL', as: 'ADMIN_DATABASE_URL', needs: [], may: [] },
  redis: { variable: 'REDIS_URL', as: 'REDIS_URL', needs: [], may: [] },
  nats: { variable: 'NATS_URL', as: 'NATS_URL', needs: [], may: [] },
  s3: { variable: 'S3_ENDPOINT', as: 'S3_ENDPOINT', needs: ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'], may: ['S3_REGION'] },
});

/**
 * The address of a store that the environment names, with what belongs to it; null when we have to start one.
 * @param {StoreName} name
 * @param {NodeJS.ProcessEnv} use
 * @returns {Record<string, string> | null}
 */
export function givenStore(name, use) {
  const { variable, as, needs, may } = GIVEN[name];
  const address = use[variable];
  if (!address) return null;
  const missing = needs.filter((one) => !use[one]);
  if (missing.length > 0) throw new Failure(`${variable} is set, so ${missing.join(', ')} must be set too.`);
  return Object.fromEntries([[as, address], ...[...needs, ...may].flatMap((one) => (use[one] ? [[one, use[one]]] : []))]);
}

/** What has to be installed on the machine for the stores that are not named. @param {NodeJS.ProcessEnv} use */
export function neededTools(use) {
  return /** @type {const} */ (['redis', 'nats']).filter((name) => givenStore(name, use) === null).map((name) => TOOLS[name]);
}

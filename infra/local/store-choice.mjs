import { connect } from 'node:net';
import { Failure } from './failure.mjs';
import { TOOLS } from './tools.mjs';

/** @typedef {'postgres' | 'redis' | 'nats' | 's3' | 'mail'} StoreName */

/** For each store: the variable that names an existing one, its name inside, and the variables that belong to it. */
const GIVEN = /** @type {const} */ ({
  postgres: { variable: 'DATABASE_URL', as: 'ADMIN_DATABASE_URL', needs: [], may: [] },
  redis: { variable: 'REDIS_URL', as: 'REDIS_URL', needs: [], may: [] },
  nats: { variable: 'NATS_URL', as: 'NATS_URL', needs: [], may: [] },
  mail: { variable: 'SMTP_URL', as: 'SMTP_URL', needs: [], may: ['MAIL_FROM'] },
  s3: {
    variable: 'S3_ENDPOINT',
    as: 'S3_ENDPOINT',
    needs: ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET'],
    may: ['S3_REGION'],
  },
});

/**
 * The address of a store that the environment names, with its variables; null if a private one has to be started.
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
  return Object.fromEntries([
    [as, address],
    ...[...needs, ...may].flatMap((one) => (use[one] ? [[one, use[one]]] : [])),
  ]);
}

const USUAL_PORT = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'nats:': 4222,
  'tls:': 4222,
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

/** Whether something listens where the address points. @param {string} address @returns {Promise<boolean>} */
function listens(address) {
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol in USUAL_PORT ? USUAL_PORT[/** @type {keyof typeof USUAL_PORT} */ (protocol)] : 0;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual, timeout: 5_000 });
    const answer = (/** @type {boolean} */ found) => () => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

/**
 * Checks that a given store answers.
 * @param {StoreName} name
 * @param {Record<string, string>} env as `givenStore` returned it
 */
export async function requireGiven(name, env) {
  const { variable, as } = GIVEN[name];
  // A NATS cluster is a list; one server that answers is enough.
  const addresses = env[as].split(',').filter((one) => URL.canParse(one));
  if (addresses.length === 0)
    throw new Failure(`${variable} is not an address: correct it, or unset it to have a private one started.`);
  if ((await Promise.all(addresses.map(listens))).includes(true)) return;
  const places = addresses.map((one) => new URL(one).host).join(', ');
  throw new Failure(
    `Nothing answers at ${places}, where ${variable} points: start it, or unset ${variable} to have a private one started.`,
  );
}

/** Programs that the machine needs: ffmpeg for videos and voice notes, and the stores that are not given. @param {NodeJS.ProcessEnv} use */
export function neededTools(use) {
  return [
    TOOLS.ffmpeg,
    .../** @type {const} */ (['redis', 'nats'])
      .filter((name) => givenStore(name, use) === null)
      .map((name) => TOOLS[name]),
  ];
}

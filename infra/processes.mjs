/** The services. Each owns one schema and one login role of PostgreSQL. */
export const SERVICES = /** @type {const} */ (['auth', 'pairing', 'messaging', 'media', 'memories', 'challenges']);

/** Everything that runs in production beside the stores. */
export const PROCESSES = /** @type {const} */ ([...SERVICES, 'realtime', 'gateway']);

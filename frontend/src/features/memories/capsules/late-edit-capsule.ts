import { late } from '../../../ui/late.js';

/** Loads after the page: few visits change a capsule. */
export const EditCapsule = late(async () => (await import('./edit-capsule.js')).EditCapsule);

import { late } from '../../../ui/late.js';

/* They load after the page: few visits change a capsule or what lies in it. */

export const EditCapsule = late(async () => (await import('./edit-capsule.js')).EditCapsule);
export const EditContribution = late(async () => (await import('./edit-contribution.js')).EditContribution);

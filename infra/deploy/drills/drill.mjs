/*
 * `npm run drill -- [names]`: drills on the Compose project of this machine, under load. COMPOSE_FILE lists its files, as for
 * Compose itself; restore and elsewhere need infra/deploy/compose/backup.yml among them.
 *
 *   restore    the stores are destroyed and restored (the default)
 *   elsewhere  the backup and the secrets alone bring the product back in a second project, to an earlier moment
 *   rotation   every secret is replaced
 *   tls        Caddy serves the product
 *
 * They destroy data: never run one against a product in use.
 */
import { drillElsewhere } from './elsewhere.mjs';
import { drillRestore } from './restore.mjs';
import { drillRotation } from './rotation.mjs';
import { drillTls } from './tls.mjs';

/** @type {Record<string, () => Promise<boolean>>} */
const DRILLS = { restore: drillRestore, elsewhere: drillElsewhere, rotation: drillRotation, tls: drillTls };

const names = process.argv.length > 2 ? process.argv.slice(2) : ['restore'];
const unknown = names.filter((name) => !DRILLS[name]);
if (unknown.length > 0) throw new Error(`There is no drill ${unknown.join(', ')}: ${Object.keys(DRILLS).join(', ')}`);
for (const name of names) if (!(await DRILLS[name]())) process.exitCode = 1;

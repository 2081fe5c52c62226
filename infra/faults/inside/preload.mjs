/*
 * Loaded into every process of a fault run before its own code (`node --import`): it wraps what the process is made of,
 * so that the product itself knows nothing of faults. Everything is off until the checker switches it on.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../local/places.mjs';
import { wrapMessaging } from './controls.mjs';
import { wrapStatements } from './statements.mjs';
import { createSwitches } from './switches.mjs';
import { wrapFacts, wrapPushes } from './told.mjs';

/** The built code of a workspace, which this workspace may not import by name. @param {string} path */
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const switches = createSwitches(String(process.env.FAULTS_DIR));
wrapStatements(switches);
const program = process.argv[1] ?? '';
if (program.endsWith('/dist/main.js')) {
  const kit = await built('libs/service-kit/dist/index.js');
  wrapPushes(switches, kit.LivePush);
  if (!/(gateway|realtime)\/dist/.test(program)) wrapFacts(switches, (await built('libs/service-kit/dist/data/ordered-publisher.js')).OrderedPublisher);
  if (program.includes('/messaging/')) await wrapMessaging(switches, (path) => built(`services/messaging/dist/${path}`));
}

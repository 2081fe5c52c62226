/*
 * Loaded into every process of a fault run before its own code (`node --import`). It wraps classes of the process, so that
 * the product contains no hook for faults. Everything is off until the checker switches it on.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../local/places.mjs';
import { wrapMessaging } from './controls.mjs';
import { wrapOutbox, wrapPushes } from './publishing.mjs';
import { wrapStatements } from './statements.mjs';
import { createSwitches } from './switches.mjs';

/** Imports the built code of a workspace by path, because infra may not import it by name. @param {string} path */
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const switches = createSwitches(String(process.env.FAULTS_DIR));
wrapStatements(switches);
const program = process.argv[1] ?? '';
if (program.endsWith('/dist/main.js')) {
  const kit = await built('libs/service-kit/dist/index.js');
  wrapPushes(switches, kit.LivePush);
  if (!/(gateway|realtime)\/dist/.test(program))
    wrapOutbox(switches, (await built('libs/service-kit/dist/data/ordered-publisher.js')).OrderedPublisher);
  if (program.includes('/messaging/'))
    await wrapMessaging(switches, (path) => built(`services/messaging/dist/${path}`));
}

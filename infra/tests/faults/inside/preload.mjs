/*
 * Loaded into every process of a fault run before its own code (`node --import`). It wraps classes of the process, so that
 * the product contains no hook for faults. Everything is off until the checker switches it on.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../local/places.mjs';
import { moveClock } from './clock.mjs';
import {
  wrapAuth,
  wrapChallenges,
  wrapClock,
  wrapMedia,
  wrapMemories,
  wrapMessaging,
  wrapRevocations,
  wrapScheduler,
} from './controls.mjs';
import { wrapOutbox, wrapPushes } from './publishing.mjs';
import { wrapStatements } from './statements.mjs';
import { clockOf, createSwitches } from './switches.mjs';

/** Imports the built code of a workspace by path, because infra may not import it by name. @param {string} path */
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const folder = String(process.env.FAULTS_DIR);
if (process.argv[1]?.endsWith('/dist/main.js')) moveClock(clockOf(folder, String(process.env.FAULTS_PROCESS)));
const switches = createSwitches(folder);
const program = process.argv[1] ?? '';
const service = /services\/([a-z]+)\/dist\/main\.js$/.exec(program)?.[1] ?? '';
wrapStatements(switches, service);
if (program.endsWith('/dist/main.js')) {
  const kit = await built('libs/service-kit/dist/index.js');
  wrapPushes(switches, kit.LivePush);
  if (!/(gateway|realtime)\/dist/.test(program))
    wrapOutbox(switches, (await built('libs/service-kit/dist/data/ordered-publisher.js')).OrderedPublisher);
  wrapRevocations(switches, kit.Revocations);
  wrapClock(switches, kit.Clock);
  const wrap = {
    auth: [wrapAuth],
    messaging: [wrapMessaging, wrapScheduler],
    media: [wrapMedia],
    memories: [wrapMemories],
    challenges: [wrapChallenges],
  };
  for (const one of wrap[/** @type {keyof typeof wrap} */ (service)] ?? [])
    await one(switches, (path) => built(`services/${service}/dist/${path}`));
}

/*
 * Loaded into every process of a fault run before its own code (`node --import`). It wraps classes of the process, so that
 * the product contains no hook for faults. Everything is off until the checker switches it on.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../../local/places.mjs';
import { wrapChallenges, wrapMemories, wrapMessaging, wrapRevocations } from './controls.mjs';
import { wrapOutbox, wrapPushes } from './publishing.mjs';
import { wrapStatements } from './statements.mjs';
import { createSwitches } from './switches.mjs';

/** Imports the built code of a workspace by path, because infra may not import it by name. @param {string} path */
const built = (path) => import(pathToFileURL(join(ROOT, path)).href);

const switches = createSwitches(String(process.env.FAULTS_DIR));
const program = process.argv[1] ?? '';
const service = /services\/([a-z]+)\/dist\/main\.js$/.exec(program)?.[1] ?? '';
wrapStatements(switches, service);
if (program.endsWith('/dist/main.js')) {
  const kit = await built('libs/service-kit/dist/index.js');
  wrapPushes(switches, kit.LivePush);
  if (!/(gateway|realtime)\/dist/.test(program))
    wrapOutbox(switches, (await built('libs/service-kit/dist/data/ordered-publisher.js')).OrderedPublisher);
  wrapRevocations(switches, kit.Revocations);
  const wrap = { messaging: wrapMessaging, memories: wrapMemories, challenges: wrapChallenges };
  if (Object.hasOwn(wrap, service))
    await wrap[/** @type {keyof typeof wrap} */ (service)](switches, (path) =>
      built(`services/${service}/dist/${path}`),
    );
}

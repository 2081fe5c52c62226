import { lackOfVolumes } from '../../local/stores/volumes.mjs';
import { PRESENT } from './builds.mjs';
import { upgradedTo } from './harm-builds.mjs';
import { CLOCKS } from './harm-clocks.mjs';
import { DISKS, lackOfTracing } from './harm-disks.mjs';
import { heapsLimited } from './harm-heaps.mjs';
import { NETWORKS } from './harm-networks.mjs';
import { diesAt, frozen, killed, rolledOver, stormed } from './harm-processes.mjs';
import { HOSTILE } from './harm-s3.mjs';
import { SOCKETS } from './harm-sockets.mjs';
import {
  natsWiped,
  parted,
  poolExhausted,
  redisCommanded,
  sentThrice,
  storeRestarted,
  switched,
} from './harm-stores.mjs';
import { VOLUMES, VOLUME_CONTROLS } from './harm-volumes.mjs';

/**
 * Settings of a fault besides the scene; `short` is for `npm test`. A fault's promise resolves when everything works again.
 * @typedef {{random: import('./random.mjs').Random, load: import('./load.mjs').Load, short: boolean}} Tools
 * @typedef {(scene: import('./scene.mjs').Scene, tools: Tools) => Promise<void>} Harm
 */

/** @type {Record<string, Harm>} */
const SINGLE = {
  'kill-gateway': killed('gateway'),
  'kill-auth': killed('auth'),
  'kill-pairing': killed('pairing'),
  'kill-messaging': killed('messaging', 'messaging-2'),
  'kill-media': killed('media'),
  'kill-memories': killed('memories', 'memories-2'),
  'kill-challenges': killed('challenges', 'challenges-2'),
  'kill-realtime': killed('realtime', 'realtime-2'),
  'kill-before-commit': diesAt('kill-before-commit'),
  'kill-after-commit': diesAt('kill-after-commit'),
  'memories-after-commit': diesAt('kill-after-commit', 'memories'),
  'challenges-after-commit': diesAt('kill-after-commit', 'challenges'),
  'kill-before-mark': diesAt('kill-before-mark'),
  'freeze-messaging': frozen('messaging-2'),
  'freeze-memories': frozen('memories-2'),
  'freeze-challenges': frozen('challenges-2'),
  'restart-postgres': storeRestarted('postgres'),
  'kill-postgres': storeRestarted('postgres', 'SIGKILL'),
  'restart-nats': storeRestarted('nats'),
  'kill-nats': storeRestarted('nats', 'SIGKILL'),
  'wipe-nats': natsWiped,
  'restart-redis': storeRestarted('redis'),
  'kill-redis': storeRestarted('redis', 'SIGKILL'),
  'flush-redis': redisCommanded('FLUSHALL'),
  'kill-pubsub': redisCommanded('CLIENT KILL TYPE pubsub'),
  'restart-s3': storeRestarted('s3'),
  'events-thrice': switched('pushes-thrice', 'outbox-thrice'),
  'pushes-lost': switched('pushes-lost'),
  'sends-thrice': sentThrice,
  'part-postgres': parted('messaging-2 > postgres', 'both'),
  'part-memories': parted('memories-2 > postgres', 'both'),
  'part-challenges': parted('challenges-2 > postgres', 'both'),
  'part-postgres-down': parted('messaging-2 > postgres', 'down'),
  'part-nats': parted('messaging-2 > nats', 'both'),
  'part-realtime': parted('realtime-2 > nats', 'both'),
  'part-realtime-up': parted('realtime-2 > nats', 'up'),
  'part-redis': parted('realtime-2 > redis', 'both'),
  storm: stormed,
  pool: poolExhausted,
  roll: rolledOver,
  'small-heaps': heapsLimited,
  ...NETWORKS,
  ...HOSTILE,
  ...CLOCKS,
  ...SOCKETS,
};

/** Several other faults, chosen by the seed, without a check in between. @param {Parameters<Harm>[0]} scene @param {Tools} tools */
async function mixed(scene, tools) {
  const names = Object.keys(SINGLE);
  for (let times = tools.short ? 2 : 12; times > 0; times -= 1) {
    const name = tools.random.pick(names);
    scene.history.write({ kind: 'mix', name });
    await SINGLE[name](scene, tools);
  }
}

/** All faults by name, in the order of a whole run. @type {Record<string, Harm>} */
export const FAULTS = { ...SINGLE, ...DISKS, ...VOLUMES, mix: mixed };

/**
 * A product with a seeded defect: the switch, the fault that exposes it, and the violation that must be found.
 * @typedef {{switches: string[], harm: Harm, breaks: string, isUpgrade?: boolean}} Control `isUpgrade`: the build before runs first
 * @type {Record<string, Control>}
 */
export const CONTROLS = {
  'ids-ignored': { switches: ['ids-ignored'], harm: sentThrice, breaks: 'no message is duplicated' },
  'contributions-twice': {
    switches: ['ids-ignored'],
    harm: killed('memories'),
    breaks: 'a capsule is as it was acknowledged',
  },
  'seals-ignored': {
    switches: ['seals-ignored'],
    harm: killed('memories'),
    breaks: 'sealed contributions leave for nobody',
  },
  'points-twice': {
    switches: ['points-twice'],
    harm: killed('challenges'),
    breaks: 'a challenge is as it was acknowledged',
  },
  'revocations-ignored': {
    switches: ['revocations-ignored'],
    harm: killed('gateway'),
    breaks: 'revoked stays revoked',
  },
  'ack-early': {
    switches: ['ack-early'],
    harm: killed('messaging', 'messaging-2', 'messaging', 'messaging-2'),
    breaks: 'no acknowledged message is lost',
  },
  'sync-off': {
    switches: ['sync-off'],
    harm: switched('pushes-lost'),
    breaks: 'client stores equal the database',
  },
  'late-rows': {
    switches: ['late-rows'],
    harm: switched('pushes-lost'),
    breaks: 'client stores equal the database',
  },
  'search-blind': {
    switches: ['search-blind'],
    harm: killed('messaging'),
    breaks: 'a search finds what was acknowledged',
  },
  'scheduled-twice': {
    switches: ['scheduled-twice'],
    harm: killed('messaging'),
    breaks: 'what has a time acts once',
  },
  'own-clocks': {
    switches: ['own-clocks'],
    harm: CLOCKS['clock-ahead'],
    breaks: 'nothing with a time acts early',
  },
  'files-unverified': {
    switches: ['files-unverified'],
    harm: HOSTILE['s3-truncated'],
    breaks: 'a stored file is served as it was sent',
  },
  'pushes-unsent': {
    switches: ['pushes-unsent'],
    harm: killed('auth'),
    breaks: 'a closed app gets a push for each message',
  },
  'previews-forgotten': {
    switches: ['previews-forgotten'],
    harm: killed('media'),
    breaks: 'a link gets its preview',
  },
  'upgrade-loses-events': {
    switches: ['outbox-lost'],
    harm: upgradedTo(PRESENT),
    breaks: 'partner(a)=b iff partner(b)=a',
    isUpgrade: true,
  },
  ...VOLUME_CONTROLS,
};

const needsVolumes = (/** @type {string} */ name) => name in VOLUMES || name in VOLUME_CONTROLS;

/**
 * Leaves out the faults and controls that this machine cannot cause, and says so.
 * @param {string[]} names @param {(line: string) => void} say
 * @returns {Promise<{names: string[], onVolumes: boolean}>} `onVolumes`: the scene needs them
 */
export async function possibleFaults(names, say) {
  let possible = names;
  for (const [needs, lackOf] of /** @type {const} */ ([
    [needsVolumes, lackOfVolumes],
    [(/** @type {string} */ name) => name in DISKS, lackOfTracing],
  ])) {
    const lack = possible.some(needs) ? await lackOf() : null;
    if (lack === null) continue;
    say(`Skips ${possible.filter(needs).join(', ')}: ${lack}`);
    possible = possible.filter((name) => !needs(name));
  }
  return { names: possible, onVolumes: possible.some(needsVolumes) };
}

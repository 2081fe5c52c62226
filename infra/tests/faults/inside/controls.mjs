import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {import('./switches.mjs').Switches} Switches */

/** How long an acknowledgement of the control `ack-early` is ahead of its commit, in milliseconds. */
const AHEAD = 400;

/**
 * A database whose transactions return their result before they commit.
 * @param {{transaction: (work: (tx: unknown) => Promise<unknown>) => Promise<unknown>}} database
 */
function tellingEarly(database) {
  return {
    transaction: (/** @type {(tx: unknown) => Promise<unknown>} */ work) =>
      new Promise((resolve, reject) => {
        const whole = database.transaction(async (tx) => {
          const result = await work(tx);
          resolve(result);
          await delay(AHEAD);
          return result;
        });
        whole.catch(reject);
      }),
  };
}

/**
 * Adds switchable defects to messaging. With one of them switched on, the checker has to find violations.
 * @param {Switches} switches @param {(path: string) => Promise<any>} built
 */
export async function wrapMessaging(switches, built) {
  const [{ MessagesService }, { MessageWriter }, { HistoryService }, { SearchService }] = await Promise.all(
    [
      'messages/messages.service.js',
      'messages/message-writer.js',
      'messages/history.service.js',
      'messages/search.service.js',
    ].map(built),
  );

  const { send } = MessagesService.prototype;
  MessagesService.prototype.send = function ignoring(/** @type {unknown} */ actor, /** @type {object} */ dto) {
    return send.call(this, actor, switches.isOn('ids-ignored') ? { ...dto, clientMessageId: undefined } : dto);
  };

  // Both defects need a transaction, and the single statement of plain texts has none.
  const { write, writePlain } = MessageWriter.prototype;
  MessageWriter.prototype.writePlain = function apart(/** @type {unknown} */ drafts) {
    return switches.isOn('ack-early') || switches.isOn('late-rows')
      ? Promise.resolve(null)
      : writePlain.call(this, drafts);
  };

  MessageWriter.prototype.write = function early(/** @type {unknown} */ drafts) {
    if (!switches.isOn('ack-early')) return write.call(this, drafts);
    return write.call(Object.create(this, { database: { value: tellingEarly(this.database) } }), drafts);
  };

  const { sync } = HistoryService.prototype;
  HistoryService.prototype.sync = async function deaf(/** @type {unknown[]} */ ...call) {
    const page = await sync.apply(this, call);
    return switches.isOn('sync-off') ? { ...page, changes: [], upTo: page.asOf, hasMore: false } : page;
  };

  const { search } = SearchService.prototype;
  SearchService.prototype.search = async function blind(/** @type {unknown[]} */ ...call) {
    const hits = await search.apply(this, call);
    return switches.isOn('search-blind') ? { ...hits, messages: [] } : hits;
  };
}

/** Lets the scheduler send each text a second time under another id. @param {Switches} switches @param {(path: string) => Promise<any>} built */
export async function wrapScheduler(switches, built) {
  const { ScheduledSender } = await built('scheduled/scheduled-sender.js');
  const { send } = ScheduledSender.prototype;
  ScheduledSender.prototype.send = async function twice(/** @type {object} */ row) {
    const isSettled = await send.call(this, row);
    if (switches.isOn('scheduled-twice')) await send.call(this, { ...row, clientMessageId: randomUUID() });
    return isSettled;
  };
}

/** Lets auth forget pushes that it should send. @param {Switches} switches @param {(path: string) => Promise<any>} built */
export async function wrapAuth(switches, built) {
  const { PushSender } = await built('push/push-sender.js');
  const { send } = PushSender.prototype;
  PushSender.prototype.send = async function forgetful(/** @type {unknown[]} */ ...call) {
    return switches.isOn('pushes-unsent') ? { status: 201, retryAfter: 0 } : send.apply(this, call);
  };
}

/** Lets media trust that S3 has stored what it was sent, and forget previews. @param {Switches} switches @param {(path: string) => Promise<any>} built */
export async function wrapMedia(switches, built) {
  const { SealedObjects } = await built('sealing/sealed-objects.js');
  const { verify } = SealedObjects.prototype;
  SealedObjects.prototype.verify = async function trusting(/** @type {unknown[]} */ ...call) {
    if (!switches.isOn('files-unverified')) await verify.apply(this, call);
  };
  const { PreviewJobs } = await built('previews/preview-jobs.service.js');
  const { want } = PreviewJobs.prototype;
  PreviewJobs.prototype.want = async function forgetful(/** @type {unknown[]} */ ...call) {
    if (!switches.isOn('previews-forgotten')) await want.apply(this, call);
  };
}

/** Lets processes go by the clocks of their machines. @param {Switches} switches @param {{prototype: {now: () => Date}}} Clock */
export function wrapClock(switches, { prototype }) {
  const { now } = prototype;
  prototype.now = function own() {
    return switches.isOn('own-clocks') ? new Date() : now.call(this);
  };
}

/** Lets memories ignore client ids of contributions. @param {Switches} switches @param {(path: string) => Promise<any>} built */
export async function wrapMemories(switches, built) {
  const { ContributionsService } = await built('contributions/contributions.service.js');
  const { add } = ContributionsService.prototype;
  ContributionsService.prototype.add = function ignoring(/** @type {string} */ userId, /** @type {object} */ dto) {
    return add.call(this, userId, switches.isOn('ids-ignored') ? { ...dto, clientId: randomUUID() } : dto);
  };
}

/** Lets challenges award the points of a step twice. @param {Switches} switches @param {(path: string) => Promise<any>} built */
export async function wrapChallenges(switches, built) {
  const { AwardsService } = await built('awards/awards.service.js');
  const { stepCompleted } = AwardsService.prototype;
  AwardsService.prototype.stepCompleted = async function twice(/** @type {unknown[]} */ ...call) {
    await stepCompleted.apply(this, call);
    if (switches.isOn('points-twice')) await stepCompleted.apply(this, [...call.slice(0, -1), `${call.at(-1)}:again`]);
  };
}

/** Lets edges accept every session. @param {Switches} switches @param {{prototype: {isRevoked: (sessionId: string) => boolean}}} Revocations */
export function wrapRevocations(switches, { prototype }) {
  const { isRevoked } = prototype;
  prototype.isRevoked = function forgetful(sessionId) {
    return !switches.isOn('revocations-ignored') && isRevoked.call(this, sessionId);
  };
}

import { createWriteStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { CALL_LIMIT } from './http-client.mjs';

/**
 * A message that a client sends, with all attempts. Times are in milliseconds of the checker's clock.
 * @typedef {object} Send
 * @property {string} id the client message id
 * @property {number} number unique in the run, and in the text
 * @property {string} chatId
 * @property {string} senderId
 * @property {string} content of the first attempt
 * @property {number} invokedAt of the first attempt
 * @property {number | null} ackedAt
 * @property {boolean} refused a 4xx refused it for good
 * @property {string | null} messageId as acknowledged
 * @property {number | null} seq as acknowledged
 */

/** @typedef {{property: string, detail: string}} Violation */

/**
 * Everything that clients sent and received, and all violations found on the way.
 * @param {string} file where it is kept, a JSON line each
 */
export function createHistory(file) {
  const out = createWriteStream(file, { flags: 'a' });
  /** @type {Map<string, Send>} */
  const sends = new Map();
  /** @type {Violation[]} */
  const violations = [];
  /** Capsules and challenges as acknowledged, by id. @type {Map<string, import('./capsules.mjs').BuriedCapsule>} */
  const capsules = new Map();
  /** @type {Map<string, import('./challenges.mjs').PlayedChallenge>} */
  const challenges = new Map();
  /** Files as acknowledged. @type {import('./media.mjs').SharedFile[]} */
  const files = [];
  /** Messages with a time that the next check looks at. @type {import('./timed.mjs').TimedMessage[]} */
  const timed = [];
  /** Messages to a closed app that the next check looks at. @type {import('./closed-app.mjs').Announced[]} */
  const announced = [];
  let numbers = 0;
  let acknowledged = 0;
  let slowest = 0;
  let retried = 0;
  /** Milliseconds from the first attempt of each send to its acknowledgement. @type {number[]} */
  let sendTimes = [];

  const write = (/** @type {object} */ event) =>
    void out.write(`${JSON.stringify({ at: Math.round(performance.now()), ...event })}\n`);

  /** @param {string} property @param {string} detail */
  function violate(property, detail) {
    violations.push({ property, detail });
    write({ kind: 'violation', property, detail });
  }

  /** A call with all its attempts. @param {number} invokedAt of the first attempt */
  function succeeded(invokedAt) {
    retried = Math.max(retried, performance.now() - invokedAt);
  }

  return {
    sends,
    capsules,
    challenges,
    files,
    timed,
    announced,
    /** When the last message with a link was sent, in milliseconds since 1970. */
    linkedAt: 0,
    violations,
    write,
    violate,
    succeeded,
    acknowledged: () => acknowledged,
    /** Returns the duration of the slowest call since the last reading. */
    takeSlowest() {
      const taken = slowest;
      slowest = 0;
      return taken;
    },
    /** Returns the longest time from a first attempt to its success since the last reading. */
    takeRetried() {
      const taken = retried;
      retried = 0;
      return taken;
    },
    /** Returns the median time of a send since the last reading, in milliseconds. */
    takeMedian() {
      const taken = sendTimes.toSorted((a, b) => a - b);
      sendTimes = [];
      return taken[Math.floor(taken.length / 2)] ?? 0;
    },
    nextNumber: () => (numbers += 1),

    /** @param {Omit<Send, 'invokedAt' | 'ackedAt' | 'refused' | 'messageId' | 'seq'>} send @returns {Send} */
    invoke(send) {
      const made = { ...send, invokedAt: performance.now(), ackedAt: null, refused: false, messageId: null, seq: null };
      sends.set(send.id, made);
      write({ kind: 'invoke', id: send.id, number: send.number });
      return made;
    },

    /** @param {Send} send @param {{_id: string, seq: number}} message */
    ok(send, message) {
      write({ kind: 'ok', id: send.id, seq: message.seq });
      if (send.messageId !== null && (send.messageId !== message._id || send.seq !== message.seq)) {
        violate(
          'one id, one message',
          `send ${send.number} was acknowledged as seq ${send.seq} and as seq ${message.seq}`,
        );
      }
      if (send.ackedAt !== null) return;
      Object.assign(send, { ackedAt: performance.now(), messageId: message._id, seq: message.seq });
      acknowledged += 1;
      sendTimes.push(Math.round(performance.now() - send.invokedAt));
      succeeded(send.invokedAt);
    },

    /** Any call of a client. @param {string} what @param {number} took */
    took(what, took) {
      slowest = Math.max(slowest, took);
      if (took > CALL_LIMIT) violate('no call over 10 s', `${what} took ${Math.round(took)} ms`);
    },

    close: () => new Promise((resolve) => out.end(() => resolve(undefined))),
  };
}

/** @typedef {ReturnType<typeof createHistory>} History */

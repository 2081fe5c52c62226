/** @typedef {import('./switches.mjs').Switches} Switches */

/** Events arrive within this time, in any order. */
const SPREAD = 2_000;
const TIMES = 3;

/**
 * Publishes live updates three times and shuffled, or only every second one.
 * @param {Switches} switches @param {{prototype: {push: (...call: unknown[]) => void}}} LivePush
 */
export function wrapPushes(switches, { prototype }) {
  const original = prototype.push;
  let count = 0;
  prototype.push = function push(...call) {
    count += 1;
    if (switches.isOn('pushes-lost') && count % 2 === 0) return;
    if (!switches.isOn('pushes-thrice')) return void original.apply(this, call);
    for (let time = 0; time < TIMES; time += 1) setTimeout(() => original.apply(this, call), Math.random() * SPREAD);
  };
}

/** Publishes an event three times, with ids that the stream does not recognise as duplicates. @param {Publishing} client @returns {Publishing['publish']} */
const thrice = (client) => async (subject, body, options) => {
  const acks = Array.from({ length: TIMES }, (_, time) =>
    client.publish(subject, body, { msgID: `${options.msgID}/${time}` }),
  );
  return (await Promise.all(acks))[0];
};

/** Acknowledges the ends of couples without publishing them. @param {Publishing} client @returns {Publishing['publish']} */
const lossy = (client) => async (subject, body, options) =>
  subject.startsWith('events.couple.unlinked.') ? undefined : client.publish(subject, body, options);

/**
 * Publishes events three times, or loses some.
 * @typedef {{publish: (subject: string, body: string, options: {msgID: string}) => Promise<unknown>}} Publishing
 * @param {Switches} switches @param {{prototype: {publish: (client: Publishing, events: unknown) => unknown}}} OrderedPublisher
 */
export function wrapOutbox(switches, { prototype }) {
  const original = prototype.publish;
  prototype.publish = function publish(client, events) {
    if (switches.isOn('outbox-lost')) return original.call(this, { publish: lossy(client) }, events);
    return original.call(this, switches.isOn('outbox-thrice') ? { publish: thrice(client) } : client, events);
  };
}

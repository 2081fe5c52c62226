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

/**
 * Publishes events three times, with ids that the stream does not recognise as duplicates.
 * @typedef {{publish: (subject: string, body: string, options: {msgID: string}) => Promise<unknown>}} Publishing
 * @param {Switches} switches @param {{prototype: {publish: (client: Publishing, events: unknown) => unknown}}} OrderedPublisher
 */
export function wrapOutbox(switches, { prototype }) {
  const original = prototype.publish;
  prototype.publish = function publish(client, events) {
    if (!switches.isOn('outbox-thrice')) return original.call(this, client, events);
    /** @type {Publishing} */
    const thrice = {
      async publish(subject, body, { msgID }) {
        const acks = Array.from({ length: TIMES }, (_, time) =>
          client.publish(subject, body, { msgID: `${msgID}/${time}` }),
        );
        return (await Promise.all(acks))[0];
      },
    };
    return original.call(this, thrice, events);
  };
}

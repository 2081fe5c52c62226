import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { PermissionViolationError, connect } from '@nats-io/transport-node';
import { run } from '../../local/command.mjs';
import { nats } from '../../local/stores/nats.mjs';
import { createSupervisor } from '../../local/supervisor.mjs';
import { secretsOf } from '../../local/secrets.mjs';

const dir = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), 'rights-'));
const supervisor = createSupervisor({ dir, say: () => undefined, onFailure: () => undefined });
/** @type {Record<string, string>} */
let env;

beforeAll(async () => {
  const store = await nats({ dir, secret: secretsOf(dir), say: () => undefined, whole: true, flush: false });
  await supervisor.start(store.spec);
  env = store.env;
  const bus = await asAnybody();
  const manager = await jetstreamManager(bus);
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
  await bus.close();
});

afterAll(() => supervisor.stop());

const asAnybody = () => connect({ servers: new URL(env.NATS_URL).host });

/** @param {string} name */
function as(name) {
  const { host, username, password } = new URL(env[`NATS_URL_${name.toUpperCase()}`]);
  return connect({ servers: host, user: username, pass: password, inboxPrefix: `_INBOX.${name}` });
}

/** The server's refusal of a message; null when it accepts it. @param {string} name @param {string} subject */
async function refusalToPublish(name, subject) {
  const bus = await as(name);
  let refusal = null;
  const watching = (async () => {
    for await (const status of bus.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError) refusal = status.error.message;
  })();
  bus.publish(subject);
  // The server answers the ping of `flush` after it has reported all earlier errors.
  await bus.flush();
  await bus.close();
  await watching;
  return refusal;
}

/** @param {string} name @param {string} subject @param {string} [queue] */
async function refusalToSubscribe(name, subject, queue) {
  const bus = await as(name);
  const subscription = bus.subscribe(subject, queue ? { queue } : {});
  await bus.flush();
  const refusal = await Promise.race([
    subscription.closed.then((cause) => cause ?? null),
    bus.flush().then(() => null),
  ]);
  await bus.close();
  return refusal;
}

describe('rights on the bus', () => {
  it('are generated from the declarations of the processes (else: npm run nats:users)', async () => {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'users.mjs'), '--print']);
    expect(readFileSync(join(import.meta.dirname, 'users.conf'), 'utf8')).toBe(stdout);
  });

  it.each([
    ['gateway', 'auth.session.login'],
    ['realtime', 'messaging.message.send-batch'],
    ['media', 'auth.export.token'],
    ['auth', 'messaging.pushed-message.wanted'],
    ['messaging', 'live'],
    ['auth', 'events.user.registered.01'],
  ])('%s may publish %s', async (name, subject) => {
    expect(await refusalToPublish(name, subject)).toBeNull();
  });

  it.each([
    ['gateway', 'events.user.deleted.01'],
    ['gateway', 'live'],
    ['gateway', '$JS.API.STREAM.DELETE.EVENTS'],
    ['realtime', 'auth.account.delete'],
    ['realtime', 'live.control'],
    ['media', 'auth.account.delete'],
    ['media', 'messaging.message.send'],
    ['messaging', 'auth.session.login'],
    ['messaging', 'events.user.deleted.01'],
    ['auth', 'messaging.pushed-message.read'],
    ['pairing', 'events.message.sent.01'],
    ['auth', '$JS.API.STREAM.PURGE.EVENTS'],
    ['auth', '$JS.API.STREAM.MSG.GET.EVENTS'],
    ['auth', '$JS.API.CONSUMER.MSG.NEXT.EVENTS.media-export-requested'],
    ['pairing', '$JS.API.CONSUMER.CREATE.EVENTS.own.events.export.requested.*'],
    ['pairing', '$JS.API.CONSUMER.CREATE.EVENTS.own.events.>'],
    ['pairing', '$JS.API.CONSUMER.CREATE.EVENTS'],
    ['auth', '_INBOX.gateway.answer'],
  ])('%s may not publish %s', async (name, subject) => {
    expect(await refusalToPublish(name, subject)).toMatch(/permissions violation/i);
  });

  it.each([
    ['gateway', 'live.control', undefined],
    ['realtime', 'live', undefined],
    ['auth', 'auth.session.login', 'auth'],
    ['auth', '_INBOX.auth.x', undefined],
  ])('%s may subscribe to %s', async (name, subject, queue) => {
    expect(await refusalToSubscribe(name, subject, queue)).toBeNull();
  });

  it.each([
    ['gateway', 'live', undefined],
    ['gateway', '>', undefined],
    ['gateway', '_INBOX.>', undefined],
    ['gateway', '_INBOX.auth.x', undefined],
    ['gateway', 'auth.session.login', 'auth'],
    ['auth', 'auth.session.login', undefined],
    ['auth', 'auth.session.login', 'eavesdroppers'],
    ['messaging', 'auth.session.login', 'messaging'],
    ['messaging', 'events.>', undefined],
    ['realtime', 'events.>', undefined],
    ['media', 'live', undefined],
  ])('%s may not subscribe to %s (in the group %s)', async (name, subject, queue) => {
    expect(await refusalToSubscribe(name, subject, queue)).toBeInstanceOf(PermissionViolationError);
  });

  it('require the right password', async () => {
    await expect(
      connect({ servers: new URL(env.NATS_URL).host, user: 'auth', pass: 'guessed', reconnect: false }),
    ).rejects.toThrow(/authorization/i);
  });

  it('suffice to publish an event and to consume it in another process', async () => {
    const [auth, media] = [await as('auth'), await as('media')];
    await jetstream(auth).publish('events.export.requested.01', '{}');
    const manager = await jetstreamManager(media);
    const durable = 'media-export-requested';
    await manager.consumers.add('EVENTS', {
      durable_name: durable,
      ack_policy: 'explicit',
      filter_subject: 'events.export.requested.*',
    });
    const message = await (await jetstream(media).consumers.get('EVENTS', durable)).next();
    expect(await message?.ackAck()).toBe(true);
    await Promise.all([auth.close(), media.close()]);
  });
});

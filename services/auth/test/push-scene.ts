import { createECDH, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  type NoticeIssued,
  type PushPayload,
  UpdateSettingsDto,
  messageSent,
  noticeIssued,
  reactionAdded,
  subscribePush,
  updateSettings,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { PushWorker } from '../src/push/push-worker.js';
import { type Device, PushService } from './push-service.js';
import { HOUR, type Person, RunningAuth, SECOND } from './running-auth.js';

export const VAPID_PRIVATE_KEY =
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';
const keys = createECDH('prime256v1');
keys.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url');
export const PUBLIC_KEY = keys.getPublicKey('base64url');

/** Milliseconds between a message and its push. */
export const READ_DELAY = 2 * SECOND;

/** auth with a push service. */
export interface PushScene {
  auth: RunningAuth;
  service: PushService;
  stop: () => Promise<void>;
}

/** @param clockAhead milliseconds by which auth's clock is ahead of the publisher's. By default, events are older than the delay in which their recipient could read them */
export async function startPushes(clockAhead = READ_DELAY): Promise<PushScene> {
  const service = await PushService.start(PUBLIC_KEY);
  const auth = await RunningAuth.start({ VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
  auth.clock.forward(clockAhead);
  return {
    auth,
    service,
    async stop(): Promise<void> {
      await auth.stop();
      await service.stop();
    },
  };
}

export const sessionOf = ({ token }: Person): string => {
  const claims = jwt.decode(token);
  return typeof claims === 'object' && claims !== null ? String(claims['sid']) : '';
};

/** A person with a subscribed device. */
export type Subscriber = Person & { device: Device };

/** The people with their devices, the events that are pushed to them, and their pushes. */
export function pushCalls(scene: () => PushScene) {
  /** Subscribes the person's device. */
  async function subscribe(person: Person): Promise<Device> {
    const device = scene().service.device();
    await scene().auth.bus.call(subscribePush, device.subscription, person.caller);
    return device;
  }

  async function subscribedPerson(firstName: string, notifications: object = {}): Promise<Subscriber> {
    const person = await scene().auth.person({ firstName });
    await configure(person, notifications);
    return { ...person, device: await subscribe(person) };
  }

  const configure = (person: Person, notifications: object) =>
    scene().auth.bus.call(
      updateSettings,
      Object.assign(new UpdateSettingsDto(), { settings: { notifications } }),
      person.caller,
    );

  const pushesTo = ({ device }: { device: Device }): PushPayload[] =>
    scene()
      .service.at(device)
      .map(({ payload }) => payload);

  /** Publishes a message from `from` to `to`, as messaging does. */
  async function publishMessage(
    from: Person,
    to: Person,
    chatId: string = randomUUID(),
    messageId: string = randomUUID(),
  ): Promise<{ chatId: string; messageId: string }> {
    const event = {
      chatId,
      rev: 1,
      actorId: from.account.id,
      messageId,
      attachmentIds: [],
      receiverId: to.account.id,
      seq: 3,
    };
    // A process that has just started may not consume the stream yet.
    await eventually(() => scene().auth.bus.publish(messageSent, chatId, event));
    return { chatId, messageId };
  }

  const publishReaction = (from: Person, to: Person, chatId: string, messageId: string) =>
    eventually(() =>
      scene().auth.bus.publish(reactionAdded, chatId, {
        chatId,
        messageId,
        seq: 7,
        actorId: from.account.id,
        receiverId: to.account.id,
      }),
    );

  const publishNotice = (
    to: Person,
    about: Person,
    notice: NoticeIssued['notice'] = 'request_received',
    entity?: NoticeIssued['entity'],
  ) =>
    eventually(() =>
      scene().auth.bus.publish(noticeIssued, to.account.id, {
        userId: to.account.id,
        notice,
        aboutId: about.account.id,
        ...(entity && { entity }),
      }),
    );

  /** Events of a kind are consumed in order: when these were pushed, all earlier ones were consumed. */
  async function allEventsConsumed(): Promise<void> {
    const [last, other] = [
      await subscribedPerson('Last', { matrix: { reactions: { push: true } } }),
      await scene().auth.person({ firstName: 'Other' }),
    ];
    const { chatId, messageId } = await publishMessage(other, last);
    await publishReaction(other, last, chatId, messageId);
    await publishNotice(last, other);
    await eventually(() => expect(pushesTo(last)).toHaveLength(3));
  }

  const jobs = ({ device }: { device: Device }) =>
    scene().auth.rows<{ kind: string; attempts: number; next_attempt_at: Date }>(
      "SELECT j.payload ->> 'kind' AS kind, j.attempts, j.due_at AS next_attempt_at FROM jobs j JOIN push_subscriptions s ON s.id::text = j.subject WHERE s.endpoint = $1",
      [device.subscription.endpoint],
    );

  const isKnown = async (device: Device): Promise<boolean> =>
    (await scene().auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [device.subscription.endpoint]))
      .length === 1;

  const sendDuePushes = () => scene().auth.app.get(PushWorker).kick();

  /** Quiet hours from an hour ago until `length` hours from now. */
  function quietHours(length = 1): object {
    const at = (hours: number) =>
      scene()
        .auth.clock.in(hours * HOUR)
        .toISOString()
        .slice(11, 16);
    return { quietHours: { enabled: true, from: at(-1), to: at(length), timezone: 'UTC' } };
  }

  return {
    subscribe,
    subscribedPerson,
    configure,
    pushesTo,
    publishMessage,
    publishReaction,
    publishNotice,
    allEventsConsumed,
    jobs,
    isKnown,
    sendDuePushes,
    quietHours,
  };
}

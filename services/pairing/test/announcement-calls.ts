import { randomUUID } from 'node:crypto';
import {
  type CapsuleProgressed,
  type CapsuleStage,
  type NotificationView,
  capsuleProgressed,
  listActivities,
  listNotifications,
} from '@duet/contracts';
import type { RunningPairing, TestUser } from './running-pairing.js';

/** A couple, and the id of a thing that the couple has in another service. */
export interface Scene {
  ada: TestUser;
  bob: TestUser;
  coupleId: string;
  entityId: string;
}

/** The couples of pairing, and the notices and activities that they have. */
export function announcementCalls(pairing: () => RunningPairing) {
  async function scene(): Promise<Scene> {
    const [ada, bob] = [await pairing().person({ firstName: 'Ada' }), await pairing().person({ firstName: 'Bob' })];
    return { ada, bob, coupleId: await pairing().link(ada, bob), entityId: randomUUID() };
  }

  /** Publishes what memories announces. */
  const announce = (
    { coupleId, entityId: capsuleId }: Pick<Scene, 'coupleId' | 'entityId'>,
    step: CapsuleStage,
    more: Partial<CapsuleProgressed> = {},
  ) =>
    pairing().bus.publish(capsuleProgressed, coupleId, {
      coupleId,
      capsuleId,
      kind: 'timed',
      step,
      actorId: null,
      ...more,
    });

  const about = async (of: TestUser, { entityId }: Scene): Promise<NotificationView[]> =>
    (await of.call(listNotifications, {})).notifications.filter(({ entity }) => entity?.id === entityId);

  const messages = async (of: TestUser, given: Scene): Promise<string[]> =>
    (await about(of, given)).map(({ message }) => message);

  const kindsOf = async ({ ada }: Scene): Promise<string[]> =>
    (await ada.call(listActivities, {})).activities.map(({ kind }) => kind);

  return { scene, announce, about, messages, kindsOf };
}

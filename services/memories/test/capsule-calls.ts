import { randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  addContribution,
  capsuleCompleted,
  capsuleUpdated,
  getCapsule,
  sealCapsule,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { RunningMemories, bury } from './running-memories.js';

export const SECRET = 'nobody may read this before its day';

export const write = (by: TestUser, capsule: CapsuleView, more: object = {}) =>
  by.call(addContribution, { id: capsule._id, text: SECRET, clientId: randomUUID(), ...more });

export const seen = (by: TestUser, { _id }: CapsuleView) => by.call(getCapsule, { id: _id });

/** A capsule that both have sealed. */
export async function sealed(ada: TestUser, bob: TestUser, more: object = {}): Promise<CapsuleView> {
  const capsule = await bury(ada, more);
  await write(ada, capsule);
  await ada.call(sealCapsule, { id: capsule._id });
  return bob.call(sealCapsule, { id: capsule._id });
}

/** The live updates of capsules. */
export function liveChanges(memories: () => RunningMemories) {
  const changesOf = ({ _id }: CapsuleView) =>
    memories()
      .bus.live(capsuleUpdated)
      .filter(({ update }) => update.capsuleId === _id)
      .map(({ update }) => update.action);

  const completionsOf = ({ _id }: CapsuleView) =>
    memories()
      .bus.live(capsuleCompleted)
      .filter(({ completed }) => completed.capsuleId === _id);

  /** Live updates may arrive after the answer of the call that caused them. */
  const expectChanges = (capsule: CapsuleView, changes: string[]) =>
    eventually(async () => expect(changesOf(capsule)).toEqual(changes));

  return { changesOf, completionsOf, expectChanges };
}

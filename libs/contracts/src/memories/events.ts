import { defineEvent } from '../bus/event.js';
import type { FileOwner } from '../media/files.js';
import type { CapsuleCompleted, CapsuleUpdated } from '../realtime/capsule-updates.js';
import type { CapsuleKind } from './views.js';

/** The stages of a capsule that both members are notified of, wherever they are. */
export const CAPSULE_STAGES = [
  'created',
  'sealed',
  'ready',
  'date_proposed',
  'opens_in_week',
  'opens_tomorrow',
  'completed',
] as const;
export type CapsuleStage = (typeof CAPSULE_STAGES)[number];

/** Ids only: not even the title, which its copies would outlive. */
export interface CapsuleProgressed {
  coupleId: string;
  capsuleId: string;
  kind: CapsuleKind;
  step: CapsuleStage;
  /** The member who did it; null where time did. */
  actorId: string | null;
}

/** A capsule reached a stage that belongs in the notification list. Its key is the couple. */
export const capsuleProgressed = defineEvent<CapsuleProgressed>()({ name: 'capsule.progressed', durable: true });

/** Something about a capsule changed. It names the change and never a word of what lies in the capsule. */
export const capsuleUpdated = defineEvent<{ coupleId: string; update: CapsuleUpdated }>()({
  name: 'capsule.updated',
  durable: false,
  deliver: ({ coupleId, update }) => [{ to: { couple: coupleId }, event: 'capsule_updated', data: update }],
});

/** A person hid a capsule from earlier years, or shows it again. Their devices read them again. */
export const hiddenCapsulesChanged = defineEvent<{ userId: string; coupleId: string }>()({
  name: 'hidden-capsules.changed',
  durable: false,
  deliver: ({ userId, coupleId }) => [
    { to: { user: userId }, event: 'on_this_day_updated', data: { chatId: coupleId } },
  ],
});

/** A capsule is open to both and finished. */
export const capsuleCompleted = defineEvent<{ coupleId: string; completed: CapsuleCompleted }>()({
  name: 'capsule.completed',
  durable: false,
  deliver: ({ coupleId, completed }) => [{ to: { couple: coupleId }, event: 'capsule_completed', data: completed }],
});

/** The keepsake of a challenge left the trash for good: the challenge can have another. Its key is the couple. */
export const keepsakePurged = defineEvent<{ coupleId: string; challengeId: string; capsuleId: string }>()({
  name: 'keepsake.purged',
  durable: true,
});

/** The keepsake of a story left the trash for good: the story can have another. Its key is the couple. */
export const storyKeepsakePurged = defineEvent<{ coupleId: string; sessionId: string; capsuleId: string }>()({
  name: 'story-keepsake.purged',
  durable: true,
});

/** The files of an entity changed: some were added or removed, or links of earlier epochs end. It names ids only. */
export interface FilesChanged {
  owner: FileOwner;
  accessEpoch: number;
  added: string[];
  removed: string[];
}

export const filesChanged = defineEvent<FilesChanged>()({ name: 'files.changed', durable: true });

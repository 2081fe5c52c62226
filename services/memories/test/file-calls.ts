import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  type NewAttachmentDto,
  addContribution,
  allowCapsuleFiles,
  filesChanged,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import type { RunningMemories } from './running-memories.js';

/** A file as media describes it after it was stored. */
export const aFile = (more: Partial<NewAttachmentDto> = {}): NewAttachmentDto => ({
  id: randomUUID(),
  kind: 'image',
  fingerprint: randomBytes(32).toString('hex'),
  ...more,
});

export const put = (by: TestUser, { _id: id }: CapsuleView, attachments: NewAttachmentDto[], more: object = {}) =>
  by.call(addContribution, { id, attachments, clientId: randomUUID(), ...more });

export const allowed = (by: TestUser, { _id: id }: CapsuleView, ids: string[]) =>
  by.call(allowCapsuleFiles, { id, ids });

/** The changes of files that were published of a capsule, in order. */
export const publishedChanges = async (memories: RunningMemories, { _id }: CapsuleView) =>
  (await memories.bus.events(filesChanged))
    .filter(({ owner }) => owner.id === _id)
    .map(({ accessEpoch, added, removed }) => ({ accessEpoch, added, removed }));

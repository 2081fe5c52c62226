import { eventually } from '@duet/testing';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import type { RunningMedia } from './running-media.js';

/**
 * Makes every job of a queue due. The due time is far in the past: the process's clock may be some milliseconds behind
 * the database's, and a pool that claims before the due time polls again only seconds later.
 */
export async function makeJobsDue(media: RunningMedia, queue: string): Promise<void> {
  await media.rows("UPDATE jobs SET due_at = 'epoch' WHERE queue = $1", [queue]);
}

/** Waits until no deletion is queued; one whose attempt fails is made due again at once. */
export async function deleteQueuedObjects(media: RunningMedia, within?: number): Promise<void> {
  await eventually(async () => {
    await makeJobsDue(media, 'object-deletion');
    media.app.get(ObjectDeletionQueue).kick();
    expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]);
  }, within);
}

import { randomUUID } from 'node:crypto';
import { CAPSULE_STATUSES, VISIBILITIES, addContribution, getCapsule, listTimeline } from '@duet/contracts';
import { isReadable } from '../src/capsules/contribution.view.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const CASES = (['timed', 'keepsake'] as const).flatMap((kind) =>
  CAPSULE_STATUSES.flatMap((status) =>
    VISIBILITIES.flatMap((visibility) => [true, false].map((isDeleted) => ({ kind, status, visibility, isDeleted }))),
  ),
);

/** The database refuses an album that is sealed. */
const exists = ({ kind, status }: (typeof CASES)[number]): boolean =>
  kind === 'timed' || status === 'collecting' || status === 'completed';

describe('the condition of SQL', () => {
  it.each(CASES.filter(exists))(
    'agrees with the rule in code: $kind, $status, $visibility, deleted $isDeleted',
    async ({ kind, status, visibility, isDeleted }) => {
      const [ada, bob] = await memories.couple();
      const capsule = kind === 'timed' ? await bury(ada) : await album(ada);
      const { author } = await ada.call(addContribution, { id: capsule._id, text: 'words', clientId: randomUUID() });
      const deletedAt = isDeleted ? new Date() : null;
      await memories.rows('UPDATE capsules SET status = $2, deleted_at = $3 WHERE id = $1', [
        capsule._id,
        status,
        deletedAt,
      ]);
      await memories.rows('UPDATE contributions SET visibility = $2 WHERE capsule_id = $1', [capsule._id, visibility]);
      for (const viewer of [ada, bob]) {
        const { entries } = await viewer.call(listTimeline, {});
        const readable = isReadable({ kind, status, deletedAt }, { authorId: author, visibility }, viewer.id);
        expect(entries).toHaveLength(readable ? 1 : 0);
        const { contributions } = await viewer.call(getCapsule, { id: capsule._id });
        expect(contributions).toHaveLength(readable ? 1 : 0);
      }
    },
  );
});

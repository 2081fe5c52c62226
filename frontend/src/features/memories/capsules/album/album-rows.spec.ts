import type { ContributionAttachment, ContributionView } from '@duet/contracts';
import fc from 'fast-check';
import { GAP, albumRows, rowTarget } from './album-rows.js';
import { justify } from './justify.js';

const frame = { width: 1000, target: 200, gap: GAP };
const aspects = fc.array(fc.double({ min: 0.4, max: 4, noNaN: true }), { maxLength: 60 });

describe('rows of pictures', () => {
  it('keep every picture, in its order and its own shape', () => {
    fc.assert(
      fc.property(aspects, (shapes) => {
        const rows = justify(shapes, (shape) => shape, frame);
        expect(rows.flatMap(({ placed }) => placed.map(({ item }) => item))).toEqual(shapes);
        for (const { height, placed } of rows)
          for (const { item, width } of placed) expect(width / height).toBeCloseTo(item);
      }),
    );
  });

  it('fill the width exactly; only the last may end early, and none runs over', () => {
    fc.assert(
      fc.property(aspects, (shapes) => {
        const rows = justify(shapes, (shape) => shape, frame);
        for (const [index, { placed }] of rows.entries()) {
          const across = placed.reduce((sum, { width }) => sum + width, 0) + GAP * (placed.length - 1);
          expect(across).toBeLessThanOrEqual(frame.width + 0.01);
          if (index < rows.length - 1) expect(across).toBeCloseTo(frame.width);
        }
      }),
    );
  });

  it('do not blow up a lone last picture', () => {
    const rows = justify([1], (shape) => shape, frame);
    expect(rows).toEqual([{ height: 200, placed: [{ item: 1, width: 200 }] }]);
  });
});

const file = (id: string, kind: ContributionAttachment['kind'] = 'image'): ContributionAttachment => ({
  id,
  kind,
  caption: '',
  transcript: null,
  takenAt: null,
  place: null,
  file: null,
});

const contribution = (id: string, happenedAt: string, more: Partial<ContributionView> = {}): ContributionView => ({
  _id: id,
  capsuleId: 'k1',
  coupleId: 'c1',
  author: 'me',
  kind: 'photo',
  text: '',
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
  place: null,
  happenedAt,
  visibility: 'shared',
  attachments: [file(id)],
  access: { epoch: 0, seconds: 300 },
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  ...more,
});

describe('the rows of an album', () => {
  it('begin each day with its date and places, and let words and voice notes stand between the pictures', () => {
    const place = { label: 'Lisbon' };
    const rows = albumRows(
      [
        contribution('a', '2026-06-01', { place }),
        contribution('b', '2026-06-01', { place, text: 'The storm', attachments: [] }),
        contribution('c', '2026-06-01'),
        contribution('d', '2026-06-02', { attachments: [file('d', 'voice')] }),
        contribution('e', '2026-06-02', { text: 'All of us', attachments: [file('e1'), file('e2')] }),
      ],
      1000,
    );
    expect(rows.map(({ key }) => key)).toEqual([
      'day-2026-06-01',
      'row-a',
      'b',
      'row-c',
      'day-2026-06-02',
      'd',
      'e',
      'row-e1',
    ]);
    expect(rows[0]).toMatchObject({ places: ['Lisbon'] });
  });

  it('show more pictures side by side on a desk than on a phone', () => {
    expect(rowTarget(1000)).toBeGreaterThan(rowTarget(358));
  });
});

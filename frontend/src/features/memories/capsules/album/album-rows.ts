import type { ContributionAttachment, ContributionView } from '@duet/contracts';
import { type JustifiedRow, justify } from './justify.js';

/** A picture or video with the contribution that it belongs to. */
export interface Visual {
  attachment: ContributionAttachment;
  contribution: ContributionView;
}

/** The heading of a day, with the places of its contributions. */
interface DayRow {
  kind: 'day';
  key: string;
  day: string;
  places: string[];
}

export type AlbumRow =
  | DayRow
  | { kind: 'visuals'; key: string; row: JustifiedRow<Visual> }
  /** Words, a place or voice notes, over the whole width. */
  | { kind: 'piece'; key: string; contribution: ContributionView };

/** Pixels between pictures, and below a row. */
export const GAP = 6;

/** Pictures of this shape while their size is unknown. */
const USUAL_SHAPE = 4 / 3;

/** Panoramas and strips beyond these shapes would make unreadable rows; only they are cut. */
const [NARROWEST, WIDEST] = [0.4, 4];

/** Width divided by height, as the album shows it. */
export function aspectOf({ attachment: { file } }: Visual): number {
  const shape = file?.width && file.height ? file.width / file.height : USUAL_SHAPE;
  return Math.min(Math.max(shape, NARROWEST), WIDEST);
}

/** The height that rows of pictures come close to: two or three pictures side by side on a phone, four or five on a desk. */
export const rowTarget = (width: number): number => (width < 600 ? 140 : 230);

export const isVisual = ({ kind }: ContributionAttachment): boolean => kind === 'image' || kind === 'video';

export const visualsOf = (contribution: ContributionView): Visual[] =>
  contribution.attachments.filter(isVisual).map((attachment) => ({ attachment, contribution }));

/** Whether it copies something: a message, answers, a challenge or a step of one. */
export const isKept = ({ keptMessage, keptAnswers, keptChallenge, keptStory }: ContributionView): boolean =>
  Boolean(keptMessage ?? keptAnswers ?? keptChallenge ?? keptStory);

/** Whether a row shows this contribution, or a part of it. */
export function shows(row: AlbumRow, contributionId: string | null): boolean {
  if (row.kind === 'piece') return row.contribution._id === contributionId;
  return row.kind === 'visuals' && row.row.placed.some(({ item }) => item.contribution._id === contributionId);
}

/** Returns whether a contribution has anything beside pictures and videos. A kept one also names its author. */
const hasPiece = (contribution: ContributionView): boolean => {
  const { text, attachments } = contribution;
  return text !== '' || isKept(contribution) || attachments.length === 0 || !attachments.every(isVisual);
};

const keyOf = ({ row }: { row: JustifiedRow<Visual> }): string => `row-${row.placed[0]?.item.attachment.id ?? ''}`;

/**
 * The rows of an album, in the order of its contributions: a heading for each day, its pictures in justified rows, and words and
 * voice notes among them.
 * @param width of the album, in pixels
 */
export function albumRows(contributions: readonly ContributionView[], width: number): AlbumRow[] {
  const rows: AlbumRow[] = [];
  let run: Visual[] = [];
  const frame = { width, target: rowTarget(width), gap: GAP };
  const endRun = (): void => {
    for (const row of justify(run, aspectOf, frame)) rows.push({ kind: 'visuals', key: keyOf({ row }), row });
    run = [];
  };
  let heading: DayRow = { kind: 'day', key: '', day: '', places: [] };
  for (const contribution of contributions) {
    const { _id, happenedAt, place } = contribution;
    if (heading.day !== happenedAt) {
      endRun();
      heading = { kind: 'day', key: `day-${happenedAt}`, day: happenedAt, places: [] };
      rows.push(heading);
    }
    if (place && !heading.places.includes(place.label)) heading.places.push(place.label);
    if (hasPiece(contribution)) {
      endRun();
      rows.push({ kind: 'piece', key: _id, contribution });
    }
    run.push(...visualsOf(contribution));
  }
  endRun();
  return rows;
}

import type { PageTexts } from '../texts/index.js';
import type { ExportedCouple } from './exported-couple.js';

/** The values that every section of the page needs. */
export interface PageFrame {
  userId: string;
  couples: readonly ExportedCouple[];
  /** Paths of the attachments relative to the page, by id. */
  media: ReadonlyMap<string, string>;
  /** The words of the page. */
  texts: PageTexts;
  /** For dates: a language that Duet has no words in has its dates. */
  locale: string;
}

export const coupleIn = ({ couples }: PageFrame, coupleId: string): ExportedCouple | undefined =>
  couples.find((couple) => couple.coupleId === coupleId);

/** The partner's first name; an erased one has none. */
export const partnerIn = (frame: PageFrame, coupleId: string): string =>
  coupleIn(frame, coupleId)?.partner.firstName ?? frame.texts.somebody;

/** Names the members of a couple as the user reads them. */
export const namesIn =
  (frame: PageFrame, coupleId: string): ((author: string) => string) =>
  (author) =>
    author === frame.userId ? frame.texts.you : partnerIn(frame, coupleId);

/** Formats an instant as a day of the couple, and without a couple as one in UTC. */
export function dayIn(frame: PageFrame, coupleId: string | null = null): (at: string) => string {
  const timeZone = (coupleId === null ? undefined : coupleIn(frame, coupleId)?.timezone) ?? 'UTC';
  const format = new Intl.DateTimeFormat(frame.locale, { dateStyle: 'long', timeZone });
  return (at) => format.format(new Date(at));
}

import type { CapsuleView, ContributionView } from '@duet/contracts';
import type { PageTexts } from '../texts/index.js';

/** A capsule as its ZIP contains it. */
export interface CapsuleArchive {
  capsule: CapsuleView;
  /** All that the viewer reads, by `happenedAt`, then by age. */
  contributions: ContributionView[];
  /** First names by user id. */
  names: ReadonlyMap<string, string>;
  /** The words of the page. */
  texts: PageTexts;
  /** For dates. */
  locale: string;
  timeZone: string;
  at: Date;
}

/** A member of the couple who deleted the account has no name. */
export const nameIn = ({ names, texts }: Pick<CapsuleArchive, 'names' | 'texts'>, userId: string): string =>
  names.get(userId) ?? texts.deletedUser;

/** The ids of the files: the cover first. A cover that lies in the capsule is named once. */
export const fileIdsIn = ({ capsule: { cover }, contributions }: CapsuleArchive): string[] => [
  ...new Set([
    ...(cover ? [cover.id] : []),
    ...contributions.flatMap(({ attachments }) => attachments.map(({ id }) => id)),
  ]),
];

/** The capsule as data: without links, which end, and with the paths of its files. */
export function archiveData(archive: CapsuleArchive, media: ReadonlyMap<string, string>): object {
  const { capsule, contributions } = archive;
  const { title, description, emoji, theme = null, tags, kind, createdAt, unlockAt, completedAt } = capsule;
  const { cover, comments, reactions } = capsule;
  const who = (userId: string): string => nameIn(archive, userId);
  return {
    ...{ title, description, emoji, theme, tags, kind, createdAt, unlockAt, completedAt },
    cover: (cover && media.get(cover.id)) ?? null,
    contributions: contributions.map(
      ({
        author,
        kind,
        text,
        keptMessage,
        keptAnswers,
        keptChallenge,
        keptStory,
        place,
        happenedAt,
        createdAt,
        attachments,
      }) => ({
        ...{
          by: who(author),
          kind,
          text,
          keptMessage,
          keptAnswers,
          keptChallenge,
          keptStory,
          place,
          happenedAt,
          createdAt,
        },
        files: attachments.map(({ id, caption, transcript, takenAt, place }) => ({
          ...{ path: media.get(id) ?? null, caption, transcript, takenAt, place },
        })),
      }),
    ),
    comments: comments.map(({ user, text, createdAt }) => ({ by: who(user), text, createdAt })),
    reactions: reactions.map(({ user, emoji }) => ({ by: who(user), emoji })),
  };
}

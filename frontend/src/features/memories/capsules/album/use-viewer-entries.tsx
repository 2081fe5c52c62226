import type { CapsuleView, ContributionView } from '@duet/contracts';
import { useMemo } from 'react';
import type { ViewerEntry } from '../../../../media/viewer/viewer.js';
import { useSession } from '../../../../platform/session/session.js';
import { dayHere, useFormats } from '../../../../ui/formats.js';
import { pointWords } from '../../map/point-words.js';
import { useNames } from '../../../../platform/account/names.js';
import { type Visual, isKept } from './album-rows.js';
import { entityItem } from '../../../../media/stored/entity-item.js';
import { CoverAction } from './cover-action.js';
import { VisualActions } from './visual-actions.js';

/** The camera's clock without its zone: the hour of the day where the picture was taken. */
const localClock = (takenAt: string): string => takenAt.slice(0, 19);

/** Whether its author chose another day than the camera's: the scan of an old picture has the day of the scan. */
const isMoved = (contribution: ContributionView): boolean =>
  !isKept(contribution) &&
  contribution.attachments.every(({ takenAt }) => takenAt?.startsWith(contribution.happenedAt) !== true);

/** Pictures and videos for the viewer, each with its day, its place and what may be done with it. */
export function useViewerEntries(capsule: CapsuleView, visuals: readonly Visual[]): ViewerEntry[] {
  const { date, dateTime } = useFormats();
  const { actorOf } = useNames();
  const self = useSession().user?._id;
  const isOpen = capsule.actions.includes('contribute');
  return useMemo(
    () =>
      visuals.map((visual) => {
        const { attachment, contribution } = visual;
        const { author, happenedAt, text, place } = contribution;
        const caption = attachment.caption === '' ? text : attachment.caption;
        return {
          item: entityItem(attachment),
          when:
            attachment.takenAt === null || isMoved(contribution)
              ? date(dayHere(happenedAt))
              : dateTime(localClock(attachment.takenAt)),
          author: actorOf(author),
          ...(caption !== '' && { caption }),
          ...(place && { place: place.label }),
          ...(!place && attachment.place && { place: pointWords(attachment.place) }),
          actions: (
            <>
              <CoverAction capsule={capsule} visual={visual} />
              {isOpen && author === self && <VisualActions capsule={capsule} visual={visual} />}
            </>
          ),
        };
      }),
    [visuals, capsule, date, dateTime, actorOf, isOpen, self],
  );
}

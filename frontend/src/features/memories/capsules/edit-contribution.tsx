import { type CalendarDate, parseDate } from '@internationalized/date';
import type { CapsuleView, ChangeContributionDto, ContributionAttachment, ContributionView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { type Failure, failureOf } from '../../../api/errors.js';
import { useNames } from '../../../platform/account/names.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { DayField } from '../../../ui/day-field.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { ErrorBanners } from '../../../ui/error-banners.js';
import { TextArea } from '../../../ui/text-area.js';
import { Switch } from '../../../ui/toggle.js';
import { PlaceField, placeOf, typedPlaceOf } from '../map/place-field.js';
import { isKept } from './album/album-rows.js';
import { useChangeContributionMutation } from './capsules-api.js';
import styles from './capsules.module.css';

interface EditProps {
  capsule: CapsuleView;
  contribution: ContributionView;
  /** The picture or video whose caption is edited in the place of the contribution's words. */
  attachment?: ContributionAttachment;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes an own contribution while the capsule collects: its words, place, day, and who sees it. */
export function EditContribution({ isOpen, onClose, ...props }: EditProps) {
  return (
    <Dialog title={t('capsules.changeThis')} isOpen={isOpen} onClose={onClose}>
      <EditForm {...props} onClose={onClose} />
    </Dialog>
  );
}

interface Draft {
  words: string;
  place: ReturnType<typeof typedPlaceOf>;
  day: CalendarDate | null;
  isShared: boolean;
}

const draftOf = ({ text, place, happenedAt, visibility }: ContributionView, caption: string | undefined): Draft => ({
  words: caption ?? text,
  place: typedPlaceOf(place),
  day: parseDate(happenedAt),
  isShared: visibility === 'shared',
});

/** The fields that were changed: the others keep what another device may have written meanwhile. */
function changeOf(begun: Draft, draft: Draft, attachmentId: string | undefined): ChangeContributionDto {
  const { place, day, isShared } = draft;
  const words = draft.words.trim();
  const written =
    attachmentId === undefined ? { text: words } : { attachments: [{ id: attachmentId, caption: words }] };
  return {
    ...(words !== begun.words && written),
    ...(place !== begun.place && { place: placeOf(place) ?? null }),
    ...(day && day.toString() !== begun.day?.toString() && { happenedAt: day.toString() }),
    ...(isShared !== begun.isShared && { visibility: isShared ? 'shared' : 'surprise' }),
  };
}

const useEdit = createTypedState<{ begun: Draft; draft: Draft }>();

/** Lives only while the dialog is open. */
function EditForm({ capsule, contribution, attachment, onClose }: Omit<EditProps, 'isOpen'>) {
  const { nameOf } = useNames();
  const [change, { isLoading }] = useChangeContributionMutation();
  const [{ begun, draft }, setEdit] = useEdit(attachment?.id ?? contribution._id, () => {
    const untouched = draftOf(contribution, attachment?.caption);
    return { begun: untouched, draft: untouched };
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const { words, place, day, isShared } = draft;
  const edit = (changed: Partial<Draft>): void => setEdit({ begun, draft: { ...draft, ...changed } });
  const limit = attachment ? LIMITS.attachmentCaptionLength : LIMITS.contributionLength;
  const isTooLong = [...words].length > limit;
  const lacksName = place.point !== null && placeOf(place) === undefined;
  const wrongDay = rules.calendarDate(day?.toString());
  const wrongWords = failure?.fields['text'];

  const save = async (): Promise<void> => {
    const ids = { id: contribution.capsuleId, contributionId: contribution._id };
    const given = changeOf(begun, draft, attachment?.id);
    if (Object.keys(given).length === 0) return onClose();
    const { error } = await change({ ...ids, ...given });
    if (error) setFailure(failureOf(error, t('common.failed')));
    else onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isLoading && !isTooLong && !lacksName && wrongDay === null) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ErrorBanners messages={failure && !failure.silent && wrongWords === undefined ? failure.messages : []} />
      <TextArea
        label={t(attachment ? 'album.captionLabel' : 'capsules.yourWords')}
        value={words}
        onChange={(typed) => edit({ words: typed })}
        error={wrongWords}
        limit={limit}
        rows={3}
        autoFocus
      />
      <PlaceField place={place} onChange={(typed) => edit({ place: typed })} />
      {/* A kept thing has the day on which it was said. */}
      {!isKept(contribution) && (
        <DayField
          label={t('capsules.happenedOn')}
          value={day}
          onChange={(chosen) => edit({ day: chosen })}
          error={wrongDay}
        />
      )}
      {capsule.kind === 'timed' && (
        <Switch
          label={t('capsules.showAtOnce', { partner: nameOf('') })}
          description={t('capsules.showAtOnceWords')}
          isSelected={isShared}
          onChange={(isOn) => edit({ isShared: isOn })}
        />
      )}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('capsules.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

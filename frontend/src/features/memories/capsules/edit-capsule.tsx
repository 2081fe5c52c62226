import { getLocalTimeZone, parseAbsolute, toCalendarDate, today } from '@internationalized/date';
import type { CapsuleView, ChangeCapsuleDto } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { type Failure, failureOf } from '../../../api/errors.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { ErrorBanners } from '../../../ui/error-banners.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { editedVersion } from '../../../ui/edited-version.js';
import {
  AppearanceFields,
  type Opening,
  OpeningFields,
  type TypedAppearance,
  emojiOf,
  tagsOf,
  typedAppearance,
  wrongAppearance,
} from './capsule-fields.js';
import { useChangeCapsuleMutation } from './capsules-api.js';
import styles from './capsules.module.css';

interface EditProps {
  capsule: CapsuleView;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes what the server allows now: all of a capsule that collects, only its emoji, colours and tags once it is sealed. */
export function EditCapsule({ capsule, isOpen, onClose }: EditProps) {
  return (
    <Dialog title={t('capsules.edit')} isOpen={isOpen} onClose={onClose}>
      <EditForm capsule={capsule} onClose={onClose} />
    </Dialog>
  );
}

/** The opening of a timed capsule; null of an album. */
const openingOf = ({ unlockAt, unlockTz, openRule }: CapsuleView): Opening | null =>
  unlockAt === null || unlockTz === null
    ? null
    : { day: toCalendarDate(parseAbsolute(unlockAt, unlockTz)), zone: unlockTz, openRule };

/** The opening as far as it was changed: the same day in another zone is another instant. */
function changeOf(opened: Opening | null, opening: Opening | null): Partial<ChangeCapsuleDto> {
  if (!opened || !opening) return {};
  const { day, zone, openRule } = opening;
  const isMoved = zone !== opened.zone || day?.toString() !== opened.day?.toString();
  return {
    ...(isMoved && { unlockAt: day?.toString() ?? '', unlockTz: zone }),
    ...(openRule !== opened.openRule && { openRule }),
  };
}

const APPEARANCE = ['emoji', 'theme', 'tags'] as const;
const DETAILS = ['title', 'description', ...APPEARANCE, 'unlockAt', 'unlockTz', 'openRule'] as const;

interface Draft extends Pick<CapsuleView, 'title' | 'description'> {
  /** The capsule as it was when the dialog opened. */
  opened: CapsuleView;
  appearance: TypedAppearance;
  opening: Opening | null;
}

const mayChangeDetails = ({ actions }: CapsuleView): boolean => actions.includes('change_details');

const draftOf = (capsule: CapsuleView): Draft => ({
  opened: capsule,
  title: capsule.title,
  description: capsule.description,
  appearance: typedAppearance(capsule),
  opening: mayChangeDetails(capsule) ? openingOf(capsule) : null,
});

const useDraft = createTypedState<Draft>();

/** Mounted only while the dialog is open: it keeps what is typed when the capsule changes meanwhile. */
function EditForm({ capsule, onClose }: Omit<EditProps, 'isOpen'>) {
  const [change, { isLoading }] = useChangeCapsuleMutation();
  const [draft, setDraft] = useDraft(capsule._id, () => draftOf(capsule));
  const edit = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const { opened, title, description, appearance, opening } = draft;
  const begun = draftOf(opened);
  const hasDetails = mayChangeDetails(opened);
  const version = editedVersion(capsule, opened, hasDetails ? DETAILS : APPEARANCE);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refusedOpening, setRefusedOpening] = useState<Opening | null>(null);
  const moved = changeOf(begun.opening, opening);
  const wrongTitle = rules.dateTitle(title);
  const isDayWrong =
    opening && moved.unlockAt !== undefined && (!opening.day || opening.day.compare(today(opening.zone)) <= 0);
  const wrongDay = isDayWrong ? t('capsules.chooseADay') : null;
  const wrong = wrongAppearance(appearance);
  const isTooLong = [...description].length > LIMITS.capsuleDescriptionLength;

  const save = async (): Promise<void> => {
    const { error } = await change({
      id: capsule._id,
      version,
      emoji: emojiOf(appearance),
      ...(appearance.theme !== begun.appearance.theme && { theme: appearance.theme }),
      ...(appearance.tags !== begun.appearance.tags && { tags: tagsOf(appearance) }),
      ...(hasDetails && { title: title.trim(), description: description.trim() }),
      ...moved,
    });
    if (!error) return onClose();
    setFailure(failureOf(error, t('common.failed')));
    setRefusedOpening(opening);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isTooLong && [wrongTitle, wrongDay, wrong.emoji, wrong.tags].every((one) => one === null)) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ErrorBanners messages={refusalsOf(failure)} />
      {hasDetails && (
        <>
          <TextField
            label={t('capsules.title')}
            value={title}
            onChange={(value) => edit({ title: value })}
            error={wrongTitle}
            isRequired
          />
          <TextArea
            label={t('capsules.description')}
            value={description}
            onChange={(value) => edit({ description: value })}
            limit={LIMITS.capsuleDescriptionLength}
          />
        </>
      )}
      <AppearanceFields typed={appearance} onChange={(value) => edit({ appearance: value })} wrong={wrong} />
      {begun.opening && opening && (
        <>
          {capsule.sealConfirmedBy.length > 0 && <p className={styles.soft}>{t('capsules.sealAgain')}</p>}
          <OpeningFields
            opening={opening}
            zones={[...new Set([begun.opening.zone, getLocalTimeZone()])]}
            onChange={(value) => edit({ opening: value })}
            error={wrongDay ?? (opening === refusedOpening ? failure?.fields['unlockAt'] : null) ?? null}
          />
        </>
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

/** The server's reasons; an error of the day stands at its field. */
function refusalsOf(failure: Failure | null): readonly string[] {
  if (!failure || failure.silent) return [];
  if (failure.code === 'VERSION_CONFLICT') return [t('capsules.changedMeanwhile')];
  return failure.messages.filter((message) => message !== failure.fields['unlockAt']);
}

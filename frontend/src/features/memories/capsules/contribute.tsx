import { type CalendarDate, today } from '@internationalized/date';
import type { CapsuleView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { ChevronUp, Plus } from 'lucide-react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../../platform/app-lock/use-client-ids.js';
import { clearedOf, useTypedText } from '../../../platform/app-lock/use-typed-text.js';
import { said, t } from '../../../texts/index.js';
import { ErrorBanners } from '../../../ui/error-banners.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { DayField } from '../../../ui/day-field.js';
import { TextArea } from '../../../ui/text-area.js';
import { toast } from '../../../ui/toast-queue.js';
import { Switch } from '../../../ui/toggle.js';
import { NO_PLACE, PlaceField, type TypedPlace, placeOf } from '../map/place-field.js';
import { AddFiles } from './album/add-files.js';
import { UploadPanel } from './album/upload-panel.js';
import { useAddContributionMutation } from './capsules-api.js';
import styles from './capsules.module.css';
import { WordsNotIn } from './words-not-in.js';
import { useCoupleZone } from '../../../platform/account/couple-zone.js';
import { useNames } from '../../../platform/account/names.js';

interface About {
  place: TypedPlace;
  /** Undefined until the person touches the field. */
  day: CalendarDate | null | undefined;
  isShared: boolean;
}

const NOTHING: About = { place: NO_PLACE, day: undefined, isShared: false };

const useAbout = createTypedState<About>();

interface ContributeProps {
  capsule: CapsuleView;
  mayAdd: boolean;
}

/**
 * Adds files, words and a place. On a phone, where something lies in the capsule already, the form opens at a press. It stays on
 * the page all the while, so that pasted files arrive and no words are lost, also when the partner closes the capsule.
 */
export function Contribute({ capsule, mayAdd }: ContributeProps) {
  const [isOpen, setOpen] = useState(capsule.counts.total === 0);
  const form = useId();
  return (
    <div className={styles.adding}>
      {mayAdd && (
        <Button
          look="primary"
          className={styles.opener ?? ''}
          aria-expanded={isOpen}
          aria-controls={form}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp size={18} aria-hidden /> : <Plus size={18} aria-hidden />}
          {t(isOpen ? 'capsules.addLess' : 'capsules.add')}
        </Button>
      )}
      <UploadPanel capsuleId={capsule._id} mayAdd={mayAdd} />
      <div id={form} className={styles.adder} data-open={isOpen || !mayAdd}>
        <ContributeForm capsule={capsule} mayAdd={mayAdd} />
      </div>
    </div>
  );
}

/** The form keeps its text until the server has stored it. In a closed capsule it shows that text alone, to be copied. */
function ContributeForm({ capsule, mayAdd }: ContributeProps) {
  const { nameOf } = useNames();
  const [add, { isLoading }] = useAddContributionMutation();
  const form = `contribution/${capsule._id}`;
  const [text, setText] = useTypedText(form);
  const [{ place: typedPlace, day: chosenDay, isShared }, setAbout] = useAbout(form, NOTHING);
  const change = (part: Partial<About>): void => setAbout((now) => ({ ...now, ...part }));
  const zone = useCoupleZone();
  // Read anew each time: the page may stay open overnight.
  const day = chosenDay === undefined ? today(zone) : chosenDay;
  const [problems, setProblems] = useState<string[]>([]);
  const { idOf, forgetIds } = useClientIds(form);
  const place = useMemo(() => placeOf(typedPlace), [typedPlace]);
  const wrongDay = day && rules.calendarDate(day.toString());
  const lacksName = typedPlace.point !== null && place === undefined;
  const refusal = lacksName ? t('map.nameThePlace') : wrongDay && said(wrongDay);
  // Without a chosen day a picture has that of its camera, and words that of the couple when the server stores them.
  const happenedAt = chosenDay && wrongDay === null ? chosenDay.toString() : undefined;
  const about = useMemo(
    () => ({
      isShared,
      ...(happenedAt !== undefined && { happenedAt }),
      ...(place && { place }),
    }),
    [isShared, happenedAt, place],
  );
  const isEmpty = text.trim() === '' && place === undefined;

  const send = async (): Promise<void> => {
    const content = {
      ...(text.trim() !== '' && { text: text.trim() }),
      ...(place && { place }),
      ...(happenedAt !== undefined && { happenedAt }),
      ...(capsule.kind === 'timed' && isShared && { visibility: 'shared' as const }),
    };
    const { error } = await add({ id: capsule._id, ...content, clientId: idOf(content) });
    if (error) {
      const { silent, messages } = failureOf(error, t('capsules.addingFailed'));
      return setProblems(silent ? [] : messages);
    }
    setProblems([]);
    setText(clearedOf(text));
    setAbout((now) => ({
      ...now,
      place: now.place === typedPlace ? NO_PLACE : now.place,
      day: now.day === chosenDay ? undefined : now.day,
    }));
    forgetIds();
    toast.success(t('capsules.added'));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayAdd && !isEmpty && refusal === null && !isLoading) void send();
  };
  if (!mayAdd && text.trim() === '') return null;
  return (
    <Card title={t('capsules.add')}>
      {mayAdd && <AddFiles capsule={capsule} about={about} refusal={refusal} />}
      <form onSubmit={submit} noValidate className={styles.form}>
        {mayAdd ? <ErrorBanners messages={problems} /> : <WordsNotIn text={text} />}
        <TextArea
          label={t('capsules.yourWords')}
          placeholder={t('capsules.yourWordsPlaceholder')}
          value={text}
          onChange={setText}
          isReadOnly={!mayAdd}
          limit={LIMITS.contributionLength}
          rows={3}
        />
        {mayAdd && (
          <>
            <div className={styles.pair}>
              <PlaceField place={typedPlace} onChange={(typed) => change({ place: typed })} />
              <DayField
                label={t('capsules.happenedOn')}
                value={day}
                onChange={(chosen) => change({ day: chosen })}
                error={wrongDay}
              />
            </div>
            {capsule.kind === 'timed' && (
              <Switch
                label={t('capsules.showAtOnce', { partner: nameOf('') })}
                description={t('capsules.showAtOnceWords')}
                isSelected={isShared}
                onChange={(isOn) => change({ isShared: isOn })}
              />
            )}
            <Button type="submit" look="primary" isDisabled={isEmpty || refusal !== null} isPending={isLoading}>
              {t('capsules.addIt')}
            </Button>
          </>
        )}
      </form>
    </Card>
  );
}

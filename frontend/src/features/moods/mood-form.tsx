import type { Mood, MoodView } from '@duet/contracts';
import { LIMITS, MOODS, rules } from '@duet/contracts/plain';
import type { FormEvent } from 'react';
import { attempt } from '../../api/attempt.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Radios } from '../../ui/radios.js';
import { TextField } from '../../ui/text-field.js';
import { MOOD_WORDS } from './mood-words.js';
import { useSetMoodMutation } from './moods-api.js';
import styles from './moods.module.css';

interface FormProps {
  before: MoodView | undefined;
  /** The partner's first name. */
  partner: string;
  /** Called once the mood is stored, or when an existing one stays as it is. */
  onDone: () => void;
}

const useDraft = createTypedState<{ mood: Mood | null; note: string }>();

/** The user's mood of today. The note appears with the choice. */
export function MoodForm({ before, partner, onDone }: FormProps) {
  const [save, { isLoading }] = useSetMoodMutation();
  const [{ mood, note }, setDraft] = useDraft('today', { mood: before?.mood ?? null, note: before?.note ?? '' });
  const error = rules.moodNote(note.trim());
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (mood === null || error !== null || isLoading) return;
    if (await attempt(save({ mood, note: note.trim() }))) onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <Radios
        label={t('moods.yourMood')}
        value={mood}
        options={MOODS.map((one) => {
          const { label, icon: Icon } = MOOD_WORDS[one];
          const shown = (
            <>
              <Icon size={20} aria-hidden />
              {t(label)}
            </>
          );
          return { value: one, shown };
        })}
        onChange={(next) => setDraft({ mood: next, note })}
        className={styles.choices}
        optionClass={styles.choice}
      />
      {mood !== null && (
        <>
          <TextField
            label={t('moods.note', { partner })}
            placeholder={t('moods.notePlaceholder')}
            description={t('moods.noteLength', { most: LIMITS.moodNoteLength })}
            value={note}
            onChange={(value) => setDraft({ mood, note: value })}
            error={error}
            autoComplete="off"
          />
          <div className={styles.actions}>
            <Button type="submit" look="primary" size="small" isPending={isLoading}>
              {t('moods.share')}
            </Button>
            {before && (
              <Button size="small" onPress={onDone}>
                {t('common.cancel')}
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

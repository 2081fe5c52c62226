import type { ChallengeView, ReflectionView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { classes } from '../../ui/classes.js';
import { TextArea } from '../../ui/text-area.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import { Choice } from '../../ui/toggle.js';
import { useReflectMutation } from './challenges-api.js';
import styles from './challenge.module.css';
import { useTextDraft } from './drafts.js';
import { useNames } from '../../platform/account/names.js';

const MOODS = [
  { value: '1', label: 'challenges.moodOne' },
  { value: '2', label: 'challenges.moodTwo' },
  { value: '3', label: 'challenges.moodThree' },
  { value: '4', label: 'challenges.moodFour' },
  { value: '5', label: 'challenges.moodFive' },
] as const;

/** The words of both about a completed challenge; they appear together. */
export function Reflections({ challenge }: { challenge: ChallengeView }) {
  const { self, partner, nameOf } = useNames();
  const [changes, setChanges] = useState(false);
  const { reflections, actions } = challenge;
  const own = reflections.find(({ user }) => user === self);
  const mayWrite = actions.includes('reflect');
  if (reflections.length === 0 && !mayWrite) return null;
  const shown = changes && mayWrite ? reflections.filter(({ user }) => user !== self) : reflections;
  return (
    <Card title={t('challenges.reflections')}>
      {shown.map(({ user, text }) => (
        <figure key={user} className={classes(styles.quote, tintClass(tintOfSide(user === self)))}>
          <figcaption>
            <bdi>{nameOf(user)}</bdi>
          </figcaption>
          <blockquote className={styles.words} dir="auto">
            {text}
          </blockquote>
        </figure>
      ))}
      {own && reflections.length === 1 && !changes && (
        <p className={styles.soft}>{t('challenges.reflectionWaits', { partner })}</p>
      )}
      {mayWrite && own && !changes && (
        <Button className={styles.start ?? ''} onPress={() => setChanges(true)}>
          {t('challenges.changeReflection')}
        </Button>
      )}
      {mayWrite && (!own || changes) && (
        <ReflectionForm id={challenge._id} own={own} onDone={() => setChanges(false)} />
      )}
    </Card>
  );
}

interface FormProps {
  id: string;
  own: ReflectionView | undefined;
  onDone: () => void;
}

function ReflectionForm({ id, own, onDone }: FormProps) {
  const draft = useTextDraft(`reflection:${id}`, own?.text);
  const [reflect, { isLoading }] = useReflectMutation();
  const [mood, setMood] = useTypedText(`reflection-mood/${id}`, own?.mood?.toString());
  const [problem, setProblem] = useState<string | null>(null);
  const text = draft.value.trim();
  const send = async (): Promise<void> => {
    const { error } = await reflect({ id, text, mood: Number(mood) });
    if (error) {
      const { silent, messages } = failureOf(error, t('challenges.reflectionFailed'));
      return setProblem(silent ? null : (messages[0] ?? null));
    }
    draft.clear();
    onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = text === '' ? t('challenges.wordsMissing') : mood === '' ? t('challenges.moodMissing') : null;
    setProblem(missing);
    if (missing === null && !isLoading && [...text].length <= LIMITS.reflectionLength) void send();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className={styles.soft}>{t('challenges.reflectionsWords')}</p>
      <TextArea
        label={t('challenges.yourReflection')}
        placeholder={t('challenges.reflectionPlaceholder')}
        value={draft.value}
        onChange={draft.write}
        rows={3}
        {...([...text].length > LIMITS.reflectionLength - 200 && { limit: LIMITS.reflectionLength })}
      />
      <Choice
        label={t('challenges.mood')}
        value={mood}
        options={MOODS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={setMood}
      />
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <Button type="submit" look="primary" isPending={isLoading}>
        {t('challenges.reflect')}
      </Button>
    </form>
  );
}

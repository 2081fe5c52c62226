import type { ChallengeView, ReflectionView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
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

/** The part of a reflection that its draft lacks. */
interface Typed {
  mood: string;
  /** The person edited the words: an emptied field stays empty. */
  isChanged: boolean;
}

const useTyped = createTypedState<Typed>();

function ReflectionForm({ id, own, onDone }: FormProps) {
  const draft = useTextDraft(`reflection:${id}`);
  const [reflect, { isLoading }] = useReflectMutation();
  const [{ mood, isChanged }, setTyped] = useTyped(id, { mood: own?.mood?.toString() ?? '', isChanged: false });
  const [problem, setProblem] = useState<string | null>(null);
  const shown = draft.value === '' && own && !isChanged ? own.text : draft.value;
  const text = shown.trim();
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
        value={shown}
        onChange={(words) => {
          setTyped({ mood, isChanged: true });
          draft.write(words);
        }}
        rows={3}
        {...([...text].length > LIMITS.reflectionLength - 200 && { limit: LIMITS.reflectionLength })}
      />
      <Choice
        label={t('challenges.mood')}
        value={mood}
        options={MOODS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(next) => setTyped({ mood: next, isChanged })}
      />
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <Button type="submit" look="primary" isPending={isLoading}>
        {t('challenges.reflect')}
      </Button>
    </form>
  );
}

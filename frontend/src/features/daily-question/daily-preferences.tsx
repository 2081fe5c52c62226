import type { CalendarDate } from '@internationalized/date';
import type { DailyPreferences as Preferences, DailyPreferencesDto } from '@duet/contracts';
import { DAILY_CATEGORIES, SENSITIVE_CATEGORIES } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import { Choices, Switch } from '../../ui/toggle.js';
import { useGetDailyPreferencesQuery, useSetDailyPreferencesMutation } from './daily-api.js';
import styles from './daily.module.css';
import { CATEGORY_WORDS } from './daily-words.js';

const option = (value: Preferences['categories'][number]) => ({ value, label: CATEGORY_WORDS[value] });
const SENSITIVE = SENSITIVE_CATEGORIES.map(option);
const ORDINARY = DAILY_CATEGORIES.filter((category) => !SENSITIVE_CATEGORIES.includes(category)).map(option);

/** What the two are asked about, whether they see their rhythm, and holidays. */
export function DailyPreferences() {
  const { currentData, isError, refetch } = useGetDailyPreferencesQuery();
  return (
    <section aria-labelledby="daily-preferences" className={styles.panel}>
      <h3 id="daily-preferences">Daily question</h3>
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          These settings could not be loaded.
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData && <Panel preferences={currentData} />}
    </section>
  );
}

function Panel({ preferences }: { preferences: Preferences }) {
  const [set] = useSetDailyPreferencesMutation();
  const { categories, rhythmShown, holiday, version } = preferences;
  /** @returns the sentence to show beside what was chosen, or null */
  const save = async (change: DailyPreferencesDto): Promise<string | null> => {
    const { error } = await set(change);
    if (!error) return null;
    const { silent, code, messages } = failureOf(error, 'This could not be saved.');
    if (code === 'VERSION_CONFLICT') toast.error('Your partner has just changed this. This is how it is now.');
    return silent || code === 'VERSION_CONFLICT' ? null : (messages[0] ?? null);
  };
  const saveOrSay = async (change: DailyPreferencesDto): Promise<void> => {
    const problem = await save(change);
    if (problem !== null) toast.error(problem);
  };
  const choose = (chosen: Preferences['categories'], among: readonly { value: Preferences['categories'][number] }[]): void => {
    const others = categories.filter((category) => !among.some(({ value }) => value === category));
    void saveOrSay({ categories: [...others, ...chosen] });
  };
  return (
    <>
      <Choices label="What you like to be asked about" values={categories} options={ORDINARY} onChange={(chosen) => choose(chosen, ORDINARY)} />
      <p className={styles.soft}>Only you see your choice. What you both like comes first.</p>
      <Choices label="Sensitive questions" values={categories} options={SENSITIVE} onChange={(chosen) => choose(chosen, SENSITIVE)} />
      <p className={styles.soft}>These need both of you: they are asked only while each has switched them on, and nobody is told who has not.</p>
      <Switch label="Show our rhythm" description="How many days in a row you both answered. For both of you." isSelected={rhythmShown} onChange={(shown) => void saveOrSay({ rhythmShown: shown, version })} />
      <Holiday key={holiday?.until ?? ''} preferences={preferences} save={save} />
    </>
  );
}

/** A pause of up to 30 days: nothing is asked for, and the rhythm waits. */
function Holiday({ preferences: { holiday, version }, save }: { preferences: Preferences; save: (change: DailyPreferencesDto) => Promise<string | null> }) {
  const { day: words } = useFormats();
  const [day, setDay] = useState<CalendarDate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const change = async (until: string | null): Promise<void> => {
    setSaving(true);
    setProblem(await save({ holiday: until === null ? null : { until }, version }));
    setSaving(false);
  };
  if (holiday) {
    return (
      <div className={styles.form}>
        <p>On holiday until {words(dayHere(holiday.until))}. Your rhythm waits, and nobody is reminded.</p>
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        <div>
          <Button isPending={isSaving} onPress={() => void change(null)}>
            End the holiday
          </Button>
        </div>
      </div>
    );
  }
  const start = (): void => {
    if (day) void change(day.toString());
    else setProblem('Please choose the last day of your holiday');
  };
  return (
    <div className={styles.form}>
      <DayField
        label="Holiday until"
        description="Up to 30 days, for both of you: nobody is reminded, and your rhythm waits."
        value={day}
        onChange={(next) => {
          setDay(next);
          setProblem(null);
        }}
        error={problem}
      />
      <div>
        <Button isPending={isSaving} onPress={start}>
          Start the holiday
        </Button>
      </div>
    </div>
  );
}

import type { CalendarDate } from '@internationalized/date';
import type { DailyPreferences as Preferences, DailyPreferencesDto } from '@duet/contracts';
import { DAILY_CATEGORIES, SENSITIVE_CATEGORIES } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import { Choices, Switch } from '../../ui/toggle.js';
import { useGetDailyPreferencesQuery, useSetDailyPreferencesMutation } from './daily-preferences-api.js';
import styles from './daily.module.css';
import { CATEGORY_WORDS } from './daily-words.js';

const option = (value: Preferences['categories'][number]) => ({ value, label: t(CATEGORY_WORDS[value]) });
const SENSITIVE = SENSITIVE_CATEGORIES.map(option);
const ORDINARY = DAILY_CATEGORIES.filter((category) => !SENSITIVE_CATEGORIES.includes(category)).map(option);

/** The categories of questions, whether the rhythm is shown, and holidays. */
export function DailyPreferences() {
  const { currentData, isError, refetch } = useGetDailyPreferencesQuery();
  return (
    <section aria-labelledby="daily-preferences" className={styles.panel}>
      <h3 id="daily-preferences">{t('common.dailyQuestion')}</h3>
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('dailyQuestion.theseSettingsCouldNotBeLoaded')} />
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
    const { silent, code, messages } = failureOf(error, t('dailyQuestion.thisCouldNotBeSaved'));
    if (code === 'VERSION_CONFLICT') toast.error(t('dailyQuestion.yourPartnerHasJustChangedThis'));
    return silent || code === 'VERSION_CONFLICT' ? null : (messages[0] ?? null);
  };
  const saveOrSay = async (change: DailyPreferencesDto): Promise<void> => {
    const problem = await save(change);
    if (problem !== null) toast.error(problem);
  };
  const choose = (
    chosen: Preferences['categories'],
    among: readonly { value: Preferences['categories'][number] }[],
  ): void => {
    const others = categories.filter((category) => !among.some(({ value }) => value === category));
    void saveOrSay({ categories: [...others, ...chosen] });
  };
  return (
    <>
      <Choices
        label={t('dailyQuestion.whatYouLikeToBeAsked')}
        values={categories}
        options={ORDINARY}
        onChange={(chosen) => choose(chosen, ORDINARY)}
      />
      <p className={styles.soft}>{t('dailyQuestion.onlyYouSeeYourChoiceWhat')}</p>
      <Choices
        label={t('dailyQuestion.sensitiveQuestions')}
        values={categories}
        options={SENSITIVE}
        onChange={(chosen) => choose(chosen, SENSITIVE)}
      />
      <p className={styles.soft}>{t('dailyQuestion.theseNeedBothOfYouThey')}</p>
      <Switch
        label={t('dailyQuestion.showOurRhythm')}
        description={t('dailyQuestion.howManyDaysInARow')}
        isSelected={rhythmShown}
        onChange={(shown) => void saveOrSay({ rhythmShown: shown, version })}
      />
      <Holiday key={holiday?.until ?? ''} preferences={preferences} save={save} />
    </>
  );
}

const useDay = createTypedState<CalendarDate | null>();

/** A pause of up to 30 days without questions; the rhythm is kept. */
function Holiday({
  preferences: { holiday, version },
  save,
}: {
  preferences: Preferences;
  save: (change: DailyPreferencesDto) => Promise<string | null>;
}) {
  const { day: words } = useFormats();
  const [day, setDay] = useDay('holiday', null);
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
        <p>{t('dailyQuestion.onHolidayUntilWordsYourRhythm', { words: words(dayHere(holiday.until)) })}</p>
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        <div>
          <Button isPending={isSaving} onPress={() => void change(null)}>
            {t('dailyQuestion.endTheHoliday')}
          </Button>
        </div>
      </div>
    );
  }
  const start = (): void => {
    if (day) void change(day.toString());
    else setProblem(t('dailyQuestion.pleaseChooseTheLastDayOf'));
  };
  return (
    <div className={styles.form}>
      <DayField
        label={t('dailyQuestion.holidayUntil')}
        description={t('dailyQuestion.upTo30DaysForBoth')}
        value={day}
        onChange={(next) => {
          setDay(next);
          setProblem(null);
        }}
        error={problem}
      />
      <div>
        <Button isPending={isSaving} onPress={start}>
          {t('dailyQuestion.startTheHoliday')}
        </Button>
      </div>
    </div>
  );
}

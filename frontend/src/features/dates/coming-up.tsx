import { CalendarHeart, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { late } from '../../ui/late.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { comingOf } from './coming.js';
import { useGetDatesQuery } from './dates-api.js';
import styles from './dates.module.css';
import { OnlyYou } from './only-you.js';

const DateEditor = late(async () => (await import('./date-editor.js')).DateEditor);

const MAX_SHOWN_DATES = 3;

/** The next dates and milestones. */
export function ComingUp() {
  const { currentData, isError, refetch } = useGetDatesQuery();
  const { day } = useFormats();
  const [isAdding, setAdding] = useState(false);
  const coming = currentData ? comingOf(currentData).slice(0, MAX_SHOWN_DATES) : [];
  return (
    <Card title={t('dates.comingUp')}>
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('dates.yourDatesCouldNotBeLoaded')} />
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {coming.length > 0 && (
        <ul className={styles.coming}>
          {coming.map(({ key, title, next, daysUntil, isPrivate }) => (
            <li key={key} className={styles.next}>
              <span className={styles.words}>
                <span className={styles.title} dir="auto">
                  {title}
                </span>
                <span className={styles.soft}>{day(dayHere(next))}</span>
                {isPrivate && <OnlyYou />}
              </span>
              <span className={styles.until}>{t('dates.daysUntil', { days: daysUntil })}</span>
            </li>
          ))}
        </ul>
      )}
      {currentData?.dates.length === 0 && (
        <p className={styles.invite}>
          <CalendarHeart size={18} aria-hidden />
          {t('dates.birthdaysTripsTheDayYouMet')}
        </p>
      )}
      {currentData && (
        <div>
          <Button size="small" onPress={() => setAdding(true)}>
            <Plus size={16} aria-hidden />
            {t('dates.addADate')}
          </Button>
        </div>
      )}
      <DateEditor isOpen={isAdding} date={null} onClose={() => setAdding(false)} />
    </Card>
  );
}

import { TEXTS, rules } from '@duet/contracts/plain';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { useState } from 'react';
import { showFailure } from '../../../api/show-failure.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { DayField } from '../../../ui/day-field.js';
import { useLazyFindDayQuery } from '../own-marks-api.js';
import styles from './search.module.css';

interface DayFilterProps {
  since: string | undefined;
  until: string | undefined;
  onChange: (days: { since?: string | undefined; until?: string | undefined }) => void;
  /** Goes to the first message of the first day. */
  onJump: (seq: number) => void;
}

const dayOf = (text: string | undefined): CalendarDate | null => (text === undefined ? null : parseDate(text));

/** The day as the API takes it; undefined while its year is being typed. */
const textOf = (day: CalendarDate | null): string | undefined =>
  day === null || rules.day(day.toString()) !== null ? undefined : day.toString();

/** The days of the messages to search; the conversation can also go straight to the first of them. */
export function DayFilter({ since, until, onChange, onJump }: DayFilterProps) {
  const [first, setFirst] = useState(() => dayOf(since));
  const [last, setLast] = useState(() => dayOf(until));
  const [isEmpty, setEmpty] = useState(false);
  const [findDay, { isFetching }] = useLazyFindDayQuery();
  const [from, to] = [textOf(first), textOf(last)];
  const isReversed = from !== undefined && to !== undefined && to < from;
  const change = (begin: CalendarDate | null, end: CalendarDate | null): void => {
    setFirst(begin);
    setLast(end);
    setEmpty(false);
    const days = { since: textOf(begin), until: textOf(end) };
    if (days.since === undefined || days.until === undefined || days.since <= days.until) onChange(days);
  };
  const go = async (day: string): Promise<void> => {
    const { data, error } = await findDay(day);
    if (error) showFailure(error);
    else if (data?.seq) onJump(data.seq);
    else setEmpty(true);
  };
  return (
    <div className={styles.days}>
      <DayField
        label={t('chatSearch.firstDay')}
        value={first}
        onChange={(day) => change(day, last)}
        error={isEmpty ? t('chatSearch.noMessagesSince') : null}
      />
      <DayField
        label={t('chatSearch.lastDay')}
        value={last}
        onChange={(day) => change(first, day)}
        error={isReversed ? TEXTS.periodReversed : null}
      />
      <div className={styles.dayActs}>
        <Button look="ghost" size="small" onPress={() => change(null, null)}>
          {t('chatSearch.anyDay')}
        </Button>
        <Button
          size="small"
          isDisabled={from === undefined}
          isPending={isFetching}
          onPress={() => from !== undefined && void go(from)}
        >
          {t('chatSearch.jumpToFirstDay')}
        </Button>
      </div>
    </div>
  );
}

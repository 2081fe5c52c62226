import type { PartnerView, SearchKind } from '@duet/contracts';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { type PlainTextKey, t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { dayHere, useFormats } from '../../../ui/formats.js';
import { Menu } from '../../../ui/menu.js';
import { Popover } from '../../../ui/popover.js';
import type { ChatSearch } from '../own-marks-api.js';
import { DayFilter } from './day-filter.js';
import styles from './search.module.css';

export type Filters = Omit<ChatSearch, 'q'>;

const KINDS: Record<SearchKind, PlainTextKey> = {
  text: 'chatSearch.texts',
  photo: 'chatSearch.photos',
  video: 'chatSearch.videos',
  voice: 'media.voice',
  file: 'media.files',
  link: 'media.links',
};

interface SearchFiltersProps {
  filters: Filters;
  partner: PartnerView;
  onChange: (filters: Filters) => void;
  onJump: (seq: number) => void;
}

/** The filters without those that are not set. */
function given({ from, kind, since, until }: { [Name in keyof Filters]: Filters[Name] | undefined }): Filters {
  return { ...(from && { from }), ...(kind && { kind }), ...(since && { since }), ...(until && { until }) };
}

/** From whom, of which kind, and when. */
export function SearchFilters({ filters, partner, onChange, onJump }: SearchFiltersProps) {
  const { from, kind, since, until } = filters;
  const set = (change: { [Name in keyof Filters]: Filters[Name] | undefined }): void =>
    onChange(given({ ...filters, ...change }));
  const people = { me: t('common.you'), partner: partner.firstName };
  const kinds = Object.entries(KINDS) as [SearchKind, PlainTextKey][];
  return (
    <div className={styles.filters} role="group" aria-label={t('filter.filter')}>
      <Choice
        name={t('chatSearch.from')}
        value={from}
        all={t('chatSearch.anyone')}
        options={[
          ['me', people.me],
          ['partner', people.partner],
        ]}
        onChoose={(next) => set({ from: next })}
      />
      <Choice
        name={t('filter.kind')}
        value={kind}
        all={t('chatSearch.everything')}
        options={kinds.map(([value, label]) => [value, t(label)])}
        onChoose={(next) => set({ kind: next })}
      />
      <Popover
        label={t('chatSearch.date')}
        placement="bottom start"
        trigger={
          <Button look={since || until ? 'soft' : 'secondary'} size="small" className={styles.chip}>
            <CalendarDays size={16} aria-hidden />
            <PeriodWords since={since} until={until} />
          </Button>
        }
      >
        {(close) => (
          <DayFilter
            since={since}
            until={until}
            onChange={(days) => set(days)}
            onJump={(seq) => {
              close();
              onJump(seq);
            }}
          />
        )}
      </Popover>
    </div>
  );
}

function PeriodWords({ since, until }: { since: string | undefined; until: string | undefined }) {
  const { date } = useFormats();
  const [first, last] = [since && date(dayHere(since)), until && date(dayHere(until))];
  if (first && last) return first === last ? first : t('chatSearch.period', { from: first, to: last });
  if (first) return t('chatSearch.since', { day: first });
  return last ? t('chatSearch.until', { day: last }) : t('chatSearch.date');
}

interface ChoiceProps<Value extends string> {
  name: string;
  value: Value | undefined;
  /** The choice of no filter. */
  all: string;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ name, value, all, options, onChoose }: ChoiceProps<Value>) {
  const chosen = options.find(([option]) => option === value)?.[1];
  const mark = (isChosen: boolean) => (isChosen ? <Check size={18} aria-hidden /> : <span className={styles.noMark} />);
  return (
    <Menu
      label={name}
      trigger={
        <Button look={chosen ? 'soft' : 'secondary'} size="small" className={styles.chip}>
          {chosen === undefined ? name : `${name}: ${chosen}`}
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
      entries={[
        { id: 'all', label: all, icon: mark(value === undefined), onAction: () => onChoose(undefined) },
        ...options.map(([option, label]) => ({
          id: option,
          label,
          icon: mark(option === value),
          onAction: () => onChoose(option),
        })),
      ]}
    />
  );
}

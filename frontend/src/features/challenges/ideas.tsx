import type { ChallengeCategory, ChallengeTemplateView } from '@duet/contracts';
import { Lightbulb, PenLine } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SearchField } from '../../ui/search-field.js';
import { Shelf } from '../../ui/shelf.js';
import { Tabs } from '../../ui/tabs.js';
import { Choice, Switch } from '../../ui/toggle.js';
import { challengeCategories } from './categories.js';
import { useGetTemplatesQuery } from './challenges-api.js';
import styles from './challenges.module.css';
import ideaStyles from './ideas.module.css';
import { LoadState } from '../../ui/load-state.js';
import { OpenedTemplate, TemplateGrid } from './template-grid.js';
import { late } from '../../ui/late.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';

const WriteOwn = late(async () => (await import('./write-own.js')).WriteOwn);

const LENGTHS = {
  any: [0, Infinity],
  quarter: [0, 15],
  half: [0, 30],
  more: [31, Infinity],
} as const;

/** The ideas that are shown at first, and with each press on "Show more". */
const PAGE = 18;

type Length = keyof typeof LENGTHS;

interface Filter {
  words: string;
  length: Length;
  isApart: boolean;
}

/** Returns whether a template fits the filter; each searched word must stand in its title or description. */
function fits({ title, description, minutes, distanceOk }: ChallengeTemplateView, filter: Filter): boolean {
  const [least, most] = LENGTHS[filter.length];
  const text = `${title} ${description}`.toLowerCase();
  const words = filter.words.toLowerCase().split(/\s+/);
  return (
    minutes >= least && minutes <= most && (distanceOk || !filter.isApart) && words.every((word) => text.includes(word))
  );
}

/** The templates, by category. They are few, so the browser filters them without a further call. */
export function Ideas() {
  const { data, isError, refetch } = useGetTemplatesQuery();
  const [filter, setFilter] = useState<Filter>({ words: '', length: 'any', isApart: false });
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [writes, setWrites] = useState(false);
  const hasWritten = useOpenedOnce(writes);
  const change = (part: Partial<Filter>): void => setFilter({ ...filter, ...part });
  const found = (data ?? []).filter((template) => fits(template, filter));
  const of = (category: ChallengeCategory) => found.filter((template) => template.category === category);
  return (
    <Shelf>
      <div className={ideaStyles.own}>
        <div>
          <h2>{t('challenges.writeYourOwn')}</h2>
          <p>{t('challenges.writeYourOwnWords')}</p>
        </div>
        <Button look="primary" onPress={() => setWrites(true)}>
          <PenLine size={18} aria-hidden />
          {t('challenges.writeYourOwn')}
        </Button>
      </div>
      <Filters filter={filter} onChange={change} />
      {data ? (
        <Tabs
          label={t('challenges.categories')}
          items={[
            {
              id: 'all',
              label: t('challenges.allCategories'),
              content: <Found templates={mixed(found)} onOpen={setOpenedId} />,
            },
            ...challengeCategories.map(({ id, label }) => ({
              id,
              label: t(label),
              content: <Found templates={of(id)} onOpen={setOpenedId} />,
            })),
          ]}
        />
      ) : (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('challenges.couldNotBeLoaded')} />
      )}
      <OpenedTemplate id={openedId} onClose={() => setOpenedId(null)} />
      {hasWritten && <WriteOwn isOpen={writes} onClose={() => setWrites(false)} />}
    </Shelf>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }) {
  return (
    <div className={ideaStyles.filters}>
      <SearchField
        label={t('challenges.findIdeas')}
        labelHidden
        placeholder={t('challenges.findIdeas')}
        value={filter.words}
        onChange={(words) => onChange({ words })}
      />
      <Choice
        label={t('challenges.howLong')}
        value={filter.length}
        options={[
          { value: 'any', label: t('challenges.anyLength') },
          { value: 'quarter', label: t('challenges.aQuarter') },
          { value: 'half', label: t('challenges.halfAnHour') },
          { value: 'more', label: t('challenges.moreTime') },
        ]}
        onChange={(length) => onChange({ length })}
      />
      <Switch
        label={t('challenges.apartToo')}
        isSelected={filter.isApart}
        onChange={(isApart) => onChange({ isApart })}
      />
    </div>
  );
}

/** Deals the templates out by category, so that the list of all is mixed. */
function mixed(templates: readonly ChallengeTemplateView[]): ChallengeTemplateView[] {
  const piles = challengeCategories.map(({ id }) => templates.filter(({ category }) => category === id));
  const longest = Math.max(...piles.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => piles.flatMap((pile) => pile.at(at) ?? [])).flat();
}

function Found({ templates, onOpen }: ComponentProps<typeof TemplateGrid>) {
  const [most, setMost] = useState(PAGE);
  if (templates.length === 0)
    return (
      <EmptyState icon={<Lightbulb size={26} aria-hidden />} title={t('challenges.noIdeas')}>
        <p>{t('challenges.noIdeasWords')}</p>
      </EmptyState>
    );
  return (
    <div className={styles.section}>
      <p className={styles.soft} aria-live="polite">
        {t('challenges.ideasFound', { count: templates.length })}
      </p>
      <TemplateGrid templates={templates.slice(0, most)} onOpen={onOpen} />
      {templates.length > most && <Button onPress={() => setMost(most + PAGE)}>{t('challenges.showMore')}</Button>}
    </div>
  );
}

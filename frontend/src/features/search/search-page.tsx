import { LIMITS } from '@duet/contracts/plain';
import type { SearchGroup } from '@duet/contracts';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePartner } from '../../platform/account/partner-status.js';
import { useHiddenParts } from '../../platform/account/parts.js';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SearchField } from '../../ui/search-field.js';
import { Choices } from '../../ui/toggle.js';
import { useSettledText } from '../../ui/use-settled-text.js';
import { ChatResults } from './chat-results.js';
import { GROUPS } from './hits.js';
import { SearchResults } from './search-results.js';
import styles from './search.module.css';
import { useArrowWalk } from './use-arrow-walk.js';

const isLongEnough = (q: string): boolean => [...q].length >= LIMITS.searchMinLength;

const typesOf = (params: URLSearchParams): SearchGroup[] => {
  const given = params.get('types')?.split(',') ?? [];
  return GROUPS.flatMap(({ id }) => (given.includes(id) ? [id] : []));
};

function withWords(before: URLSearchParams, q: string): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('q', q);
  return next;
}

/** All results of a search. The address holds the words and the groups, so a reload and the way back keep them. */
export function SearchPage() {
  const box = useRef<HTMLDivElement>(null);
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim().slice(0, LIMITS.searchLength);
  const types = typesOf(params);
  const [text, setText] = useSettledText(q, (typed) =>
    setParams((before) => withWords(before, typed), { replace: true }),
  );
  const { isAlone } = usePartner();
  const hidden: readonly string[] = useHiddenParts();
  const walk = useArrowWalk(box);
  const choose = (chosen: SearchGroup[]): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('types');
      if (chosen.length > 0) next.set('types', chosen.join(','));
      return next;
    });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') box.current?.querySelector('input')?.focus();
    walk(event);
  };
  const [type] = types;
  const next = <NextStep isNarrowed={types.length > 0 && isLongEnough(q)} onWiden={() => choose([])} />;
  return (
    <div className={styles.page}>
      <h1>{t('search.search')}</h1>
      <div ref={box} className={styles.page} onKeyDown={onKey}>
        <SearchField
          label={t('search.whatAreYouLookingFor')}
          value={text}
          onChange={setText}
          maxLength={LIMITS.searchLength}
          className={styles.field ?? ''}
        />
        <Choices
          label={t('search.searchIn')}
          values={types}
          options={GROUPS.flatMap(({ id, title }) => (hidden.includes(id) ? [] : { value: id, label: t(title) }))}
          onChange={choose}
        />
        {!isLongEnough(q) ? (
          <EmptyState
            icon={<SearchIcon size={26} aria-hidden />}
            title={t(q === '' ? 'search.whatTheTwoOfYouKeep' : 'search.twoLetters')}
            level={2}
          >
            {next}
          </EmptyState>
        ) : type === 'messages' && types.length === 1 ? (
          <ChatResults q={q} isLinked={!isAlone} next={next} />
        ) : (
          <SearchResults
            search={{ q, types, limit: types.length === 1 ? LIMITS.searchHitsMax : LIMITS.searchHits }}
            isLinked={!isAlone}
            next={next}
          />
        )}
      </div>
    </div>
  );
}

/** The one thing to do where nothing is found: search everywhere, link, or look through the days. */
function NextStep({ isNarrowed, onWiden }: { isNarrowed: boolean; onWiden: () => void }) {
  const { isAlone } = usePartner();
  if (isAlone)
    return (
      <LinkButton href="/dashboard" look="soft">
        {t('search.findYourPartner')}
      </LinkButton>
    );
  if (isNarrowed)
    return (
      <Button look="soft" onPress={onWiden}>
        {t('search.everywhere')}
      </Button>
    );
  return (
    <LinkButton href="/memories?view=timeline" look="soft">
      {t('search.lookThroughTheTimeline')}
    </LinkButton>
  );
}

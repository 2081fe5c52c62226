import type { PersonView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SearchField } from '../../ui/search-field.js';
import { Skeleton } from '../../ui/spinner.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { AskPerson } from './ask-person.js';
import styles from './partners.module.css';
import { useGetSentRequestsQuery, useSearchPeopleQuery } from './partners-api.js';

/** Finds the partner by a search; `children` are shown beside it, on a phone below. */
export function FindPartner({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.columns}>
      <SearchCard />
      {children}
    </div>
  );
}

function SearchCard() {
  const [text, setText] = useTypedText('find-partner');
  const q = useDebounced(text.trim().replace(/^@/, ''), LIMITS.searchDebounce);
  const tooShort = [...q].length < LIMITS.searchMinLength;
  return (
    <Card title={t('partners.findYourPartner')}>
      <SearchField
        label={t('partners.searchByNameUsernameOrEmail')}
        placeholder={t('partners.tryUsername')}
        value={text}
        onChange={setText}
        maxLength={100}
      />
      {tooShort ? (
        <p className={styles.soft}>{t('partners.typeAtLeast', { searchMinLength: LIMITS.searchMinLength })}</p>
      ) : (
        <Results q={q} />
      )}
    </Card>
  );
}

function Results({ q }: { q: string }) {
  const { currentData, isError, isFetching, refetch } = useSearchPeopleQuery(q, { skip: q === '' });
  const { data: sent = [] } = useGetSentRequestsQuery();
  if (isError && !isFetching) {
    return (
      <Banner
        tone="error"
        action={
          <Button look="ghost" size="small" onPress={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('common.searchFailed')}
      </Banner>
    );
  }
  if (!currentData) return <Loading />;
  if (currentData.length === 0) {
    return (
      <EmptyState icon={<SearchX size={24} aria-hidden />} title={t('partners.nobodyFound')}>
        <p>{t('partners.askYourPartnerForTheirExact')}</p>
      </EmptyState>
    );
  }
  const isAsked = (person: PersonView): boolean => sent.some(({ receiver }) => receiver._id === person._id);
  return (
    <ul className={styles.rows} aria-label={t('partners.searchResults')}>
      {currentData.map((person) => (
        <AskPerson key={person._id} person={person} isAsked={isAsked(person)} />
      ))}
    </ul>
  );
}

const Loading = () => (
  <div className={styles.skeletons} aria-busy="true" aria-label={t('partners.searching')} role="group">
    <Skeleton className={styles.skeleton} />
    <Skeleton className={styles.skeleton} />
  </div>
);

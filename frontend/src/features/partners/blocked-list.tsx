import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { useGetBlockedQuery, useUnblockMutation } from './partners-api.js';
import styles from './partners.module.css';
import { PersonRow } from './person-row.js';
import { ReportButton } from './report-button.js';

export function BlockedList() {
  const { data, isError, refetch } = useGetBlockedQuery();
  const [unblock, { isLoading, originalArgs }] = useUnblockMutation();
  const allow = async (userId: string): Promise<void> => {
    const { error } = await unblock(userId);
    if (error) showFailure(error);
  };
  return (
    <section aria-label={t('partners.blockedPeople')} className={styles.blocked}>
      <h3>{t('partners.blockedPeople')}</h3>
      {isError && !data && (
        <LoadState isError onRetry={() => void refetch()} failure={t('common.theListCouldNotBeLoaded')} />
      )}
      {!data && !isError && <Skeleton className={styles.skeleton} />}
      {data?.length === 0 && <p className={styles.soft}>{t('partners.nobodyPeopleYouBlockNeitherFind')}</p>}
      <ul className={styles.rows}>
        {data?.map((person) => (
          <PersonRow key={person._id} person={person}>
            <Button
              size="small"
              onPress={() => void allow(person._id)}
              isPending={isLoading && originalArgs === person._id}
            >
              {t('partners.unblock')}
            </Button>
            <ReportButton person={person} isBlocked />
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

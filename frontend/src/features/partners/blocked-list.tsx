import { showFailure } from '../../api/show-failure.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/spinner.js';
import { useGetBlockedQuery, useUnblockMutation } from './partners-api.js';
import styles from './partners.module.css';
import { PersonRow } from './person-row.js';

export function BlockedList() {
  const { data, isError, refetch } = useGetBlockedQuery();
  const [unblock, { isLoading, originalArgs }] = useUnblockMutation();
  const allow = async (userId: string): Promise<void> => {
    const { error } = await unblock(userId);
    if (error) showFailure(error);
  };
  return (
    <section aria-label="Blocked people">
      <h3>Blocked people</h3>
      {isError && !data && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          The list could not be loaded.
        </Banner>
      )}
      {!data && !isError && <Skeleton className={styles.skeleton} />}
      {data?.length === 0 && <p className={styles.soft}>Nobody. People you block neither find you nor reach you.</p>}
      <ul className={styles.rows}>
        {data?.map((person) => (
          <PersonRow key={person._id} person={person}>
            <Button size="small" onPress={() => void allow(person._id)} isPending={isLoading && originalArgs === person._id}>
              Unblock
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

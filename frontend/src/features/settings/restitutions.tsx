import type { RestitutionView } from '@duet/contracts';
import { useState } from 'react';
import { sizeWords } from '../../media/words.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { startDownload } from './download.js';
import { OwnerProof } from './owner-proof.js';
import { useGetRestitutionLinkMutation, useGetRestitutionsQuery } from './restitutions-api.js';
import styles from './settings.module.css';

/** The files that the user got back after an unlink. Without any there is nothing to see. */
export function Restitutions() {
  const { data = [], isError, refetch } = useGetRestitutionsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data.length === 0 && !isError) return null;
  return (
    <section className={styles.group} aria-labelledby="restitutions-title">
      <h3 id="restitutions-title">{t('settings.givenBackToYou')}</h3>
      <p className={styles.soft}>{t('settings.whatWasGivenBack')}</p>
      {isError && data.length === 0 && (
        <LoadState isError onRetry={() => void refetch()} failure={t('settings.givenBackCouldNotBeLoaded')} />
      )}
      <ul className={styles.restitutions}>
        {data.map((restitution) => (
          <Restitution key={restitution._id} restitution={restitution} />
        ))}
      </ul>
    </section>
  );
}

/** Each download asks for a new proof. */
function Restitution({ restitution: { _id: id, size, readyAt, expiresAt } }: { restitution: RestitutionView }) {
  const { date, number } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const [getLink, { isLoading }] = useGetRestitutionLinkMutation();
  const given = date(readyAt);
  return (
    <li className={styles.restitution}>
      <div className={styles.words}>
        <span>{t('settings.givenBackOn', { date: given })}</span>
        <p>{t('settings.sizeAndUntil', { size: sizeWords(size, number), date: date(expiresAt) })}</p>
      </div>
      {isAsking ? (
        <OwnerProof
          label={t('settings.downloadGivenBackOn', { date: given })}
          submit={t('settings.download')}
          isPending={isLoading}
          onClose={() => setAsking(false)}
          send={async (proof) => {
            const { data, error } = await getLink({ id, ...proof });
            if (data) startDownload(data.url);
            return { error };
          }}
        />
      ) : (
        <Button onPress={() => setAsking(true)} aria-label={t('settings.downloadGivenBackOn', { date: given })}>
          {t('settings.download')}
        </Button>
      )}
    </li>
  );
}

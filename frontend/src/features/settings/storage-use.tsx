import type { StorageUse as Use } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { sizeWords } from '../../media/words.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { ProgressBar } from '../../ui/progress-bar.js';
import styles from './settings.module.css';
import { useGetStorageUseQuery } from './storage-api.js';

const SUMS = [
  ['messages', 'settings.storageMessages'],
  ['memories', 'common.memories'],
  ['challenges', 'common.challenges'],
  ['stories', 'settings.stories'],
] as const satisfies (readonly [keyof Use, PlainTextKey])[];

/** The couple's storage, by the kinds of things that use it. */
export function StorageUse() {
  const { currentData, isError, refetch } = useGetStorageUseQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className={styles.group} aria-labelledby="storage-title">
      <h3 id="storage-title">{t('settings.storage')}</h3>
      {currentData ? (
        <Sizes use={currentData} />
      ) : (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('common.thisCouldNotBeLoaded')} />
      )}
    </section>
  );
}

function Sizes({ use }: { use: Use }) {
  const { number } = useFormats();
  const size = (bytes: number): string => sizeWords(bytes, number);
  const words = t('settings.storageUsed', { used: size(use.used), quota: size(use.quota) });
  return (
    <>
      <ProgressBar done={Math.min(use.used, use.quota)} total={use.quota} label={t('settings.storage')} words={words} />
      <p>{words}</p>
      <dl className={styles.sizes}>
        {SUMS.map(([part, label]) => (
          <div key={part}>
            <dt>{t(label)}</dt>
            <dd>{size(use[part])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.soft}>{t('settings.storageSteps', { step: size(LIMITS.storageStep) })}</p>
    </>
  );
}

import { Heart } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { CapsuleList } from '../../features/memories/capsules/capsule-list.js';
import { CapsulePage } from '../../features/memories/capsules/capsule-page.js';
import { OnThisDay } from '../../features/memories/on-this-day/on-this-day.js';
import { OurYear } from '../../features/memories/our-year/our-year.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { CoupleState } from '../couple-state.js';
import { memoryFiles } from '../memory-files.js';
import styles from './pages.module.css';

/** All memories, or one capsule, which only a couple has. */
export function MemoriesPage() {
  const { capsuleId } = useParams();
  const { partner } = usePartner();
  if (capsuleId === undefined || !partner) return <AllMemories />;
  return <CapsulePage key={capsuleId} capsuleId={capsuleId} />;
}

function AllMemories() {
  const { couple, isAlone } = usePartner();
  return (
    <div className={styles.stack}>
      <h1>{t('common.memories')}</h1>
      {isAlone && (
        <EmptyState icon={<Heart size={26} aria-hidden />} title={t('capsules.forTwo')} level={2}>
          <p>{t('capsules.forTwoWords')}</p>
          <LinkButton href="/dashboard" look="primary">
            {t('capsules.linkPartner')}
          </LinkButton>
        </EmptyState>
      )}
      {!couple && !isAlone && <CoupleState />}
      {couple && (
        <>
          <OurYear />
          <CapsuleList />
          <OnThisDay chatId={couple.chatId} renderFiles={memoryFiles} />
        </>
      )}
    </div>
  );
}

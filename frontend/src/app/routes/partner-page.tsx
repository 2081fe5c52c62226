import { ComingUp } from '../../features/dates/coming-up.js';
import { usePresenceWords } from '../../features/messages/presence-words.js';
import { MoodCard } from '../../features/moods/mood-card.js';
import { NudgeButtons } from '../../features/nudges/nudge-buttons.js';
import { NicknameForm } from '../../features/partners/nickname-form.js';
import { PartnerHeader } from '../../features/partners/partner-header.js';
import { DaysTogether } from '../../features/stats/days-together.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { useHasPart } from '../../platform/account/parts.js';
import { t } from '../../texts/index.js';
import { Card } from '../../ui/card.js';
import { CoupleState } from '../couple-state.js';
import { NoPartner } from './no-partner.js';
import styles from './pages.module.css';

/** Whether the partner is online, or when they last were. */
function Presence({ userId }: { userId: string }) {
  const words = usePresenceWords(userId);
  return (
    <p className={styles.presence} role="status">
      {words}
    </p>
  );
}

/** The partner as the user sees them. */
export function PartnerPage() {
  const { partner, isAlone, nickname } = usePartner();
  const hasGestures = useHasPart('gestures');
  if (!partner)
    return (
      <div className={styles.stack}>
        <h1>{t('partners.yourPartner')}</h1>
        {isAlone ? <NoPartner /> : <CoupleState />}
      </div>
    );
  return (
    <div className={styles.stack}>
      <PartnerHeader partner={partner}>
        <Presence userId={partner._id} />
        <DaysTogether />
      </PartnerHeader>
      {hasGestures && (
        <>
          <MoodCard withEarlier />
          <Card title={t('nudges.nudges')}>
            <NudgeButtons firstName={nickname ?? partner.firstName} />
          </Card>
        </>
      )}
      <ComingUp />
      <Card title={t('partners.yourNameForThem')}>
        <NicknameForm />
      </Card>
    </div>
  );
}

import type { PartnerView } from '@duet/contracts';
import { usePartner } from '../../api/partner-status.js';
import { ActivityCard } from '../../features/activity/activity-card.js';
import { DailyCard } from '../../features/daily-question/daily-card.js';
import { ComingUp } from '../../features/dates/coming-up.js';
import { OnThisDayCard } from '../../features/memories/on-this-day/on-this-day.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { Conversation } from '../conversation.js';
import { memoryFiles } from '../memory-files.js';
import styles from './pages.module.css';
import { QuickActions } from './quick-actions.js';

export function DashboardLinked({ firstName, partner }: { firstName: string; partner: PartnerView }) {
  const { couple, nickname } = usePartner();
  return (
    <div className={styles.stack}>
      <header className={styles.welcome}>
        <div>
          <h1>Welcome back, {firstName}</h1>
          <p>You and {nickname ?? partner.firstName}, all in one place.</p>
        </div>
        <QuickActions isLinked />
      </header>
      <StatsRow of="couple" />
      <div className={styles.columns}>
        <section className={styles.embedded} aria-label={`Chat with ${partner.firstName}`}>
          <Conversation />
        </section>
        <div className={styles.stack}>
          <DailyCard />
          <PartnerCard partner={partner} />
          <ComingUp />
          {couple && <OnThisDayCard chatId={couple.chatId} renderFiles={memoryFiles} />}
          <ActivityCard />
        </div>
      </div>
    </div>
  );
}

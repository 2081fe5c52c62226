import type { PartnerView } from '@duet/contracts';
import { usePartner } from '../../platform/account/partner-status.js';
import { useHasPart } from '../../platform/account/parts.js';
import { ActivityCard } from '../../features/activity/activity-card.js';
import { RunningCard } from '../../features/challenges/running-card.js';
import { DailyCard } from '../../features/daily-question/daily-card.js';
import { ComingUp } from '../../features/dates/coming-up.js';
import { TopGoalCard } from '../../features/goals/top-goal-card.js';
import { keepAnswers } from '../../features/memories/keeping/keep-requests.js';
import { OnThisDayCard } from '../../features/memories/on-this-day/on-this-day.js';
import { OurYearCard } from '../../features/memories/our-year/our-year.js';
import { MoodCard } from '../../features/moods/mood-card.js';
import { NudgeButtons } from '../../features/nudges/nudge-buttons.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { Conversation } from '../conversation.js';
import { memoryFiles } from '../memory-files.js';
import styles from './pages.module.css';
import { QuickActions } from './quick-actions.js';
import { useSettled } from './use-settled.js';

export function DashboardLinked({ firstName, partner }: { firstName: string; partner: PartnerView }) {
  const { couple, nickname } = usePartner();
  const [hasGoals, hasGestures] = [useHasPart('goals'), useHasPart('gestures')];
  const isSettled = useSettled();
  return (
    <div className={styles.stack}>
      <header className={styles.welcome}>
        <div>
          <h1>{t('app.welcomeBackFirstName', { firstName })}</h1>
          <p>{t('app.youAndFirstNameAllInOne', { firstName: nickname ?? partner.firstName })}</p>
        </div>
        <QuickActions isLinked />
      </header>
      <StatsRow of="couple" />
      <div className={styles.columns}>
        <section className={styles.embedded} aria-label={t('app.chatWithFirstName', { firstName: partner.firstName })}>
          <Conversation isEmbedded />
        </section>
        <div className={classes(styles.stack, styles.cards)} data-settled={isSettled} aria-busy={!isSettled}>
          <OurYearCard />
          <DailyCard onKeep={keepAnswers} />
          <RunningCard />
          {hasGoals && <TopGoalCard />}
          <PartnerCard partner={partner}>
            {hasGestures && <NudgeButtons firstName={nickname ?? partner.firstName} />}
          </PartnerCard>
          {hasGestures && <MoodCard />}
          <ComingUp />
          {couple && <OnThisDayCard chatId={couple.chatId} renderFiles={memoryFiles} />}
          <ActivityCard />
        </div>
      </div>
    </div>
  );
}

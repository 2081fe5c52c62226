import type { PartnerView } from '@duet/contracts';
import { Suspense, lazy } from 'react';
import { asCalled, usePartner } from '../../platform/account/partner-status.js';
import { useHasPart } from '../../platform/account/parts.js';
import { ActivityCard } from '../../features/activity/activity-card.js';
import { RunningCard } from '../../features/challenges/running-card.js';
import { DailyCard } from '../../features/daily-question/daily-card.js';
import { ComingUp } from '../../features/dates/coming-up.js';
import { TopGoalCard } from '../../features/goals/top-goal-card.js';
import { keepAnswers } from '../../features/memories/keeping/keep-requests.js';
import { OnThisDayCard } from '../../features/memories/on-this-day/on-this-day-card.js';
import { OurYearCard } from '../../features/memories/our-year/our-year.js';
import { MoodCard } from '../../features/moods/mood-card.js';
import { LastMessage } from '../../features/messages/last-message.js';
import { NudgeButtons } from '../../features/nudges/nudge-buttons.js';
import { PartnerCard } from '../../features/partners/partner-card.js';
import { StatsRow } from '../../features/stats/stats-row.js';
import { t } from '../../texts/index.js';
import { Card } from '../../ui/card.js';
import { classes } from '../../ui/classes.js';
import { Skeleton } from '../../ui/spinner.js';
import { usePhone } from '../../ui/use-phone.js';
import { memoryFiles } from '../memory-files.js';
import styles from './pages.module.css';
import { QuickActions } from './quick-actions.js';
import { useSettled } from './use-settled.js';

// Not `late`, which loads after every page: a phone's dashboard has no chat and never loads it.
const CoupleConversation = lazy(async () => ({
  default: (await import('../couple-conversation.js')).CoupleConversation,
}));

/** Things to do today, then those that are coming, those that have been, and the partner with Unlink as the last thing. */
export function DashboardLinked({ firstName, partner }: { firstName: string; partner: PartnerView }) {
  const { couple, nickname } = usePartner();
  const [hasGoals, hasGestures] = [useHasPart('goals'), useHasPart('gestures')];
  const isSettled = useSettled();
  const isPhone = usePhone();
  const called = asCalled(partner, nickname);
  return (
    <div className={styles.stack}>
      <header className={styles.welcome}>
        <div>
          <h1>{t('app.welcomeBackFirstName', { firstName })}</h1>
          <p>{t('app.youAndFirstNameAllInOne', called)}</p>
        </div>
        <QuickActions isLinked />
      </header>
      {isPhone && couple && <LastMessage chatId={couple.chatId} partner={called} />}
      <div className={styles.columns}>
        {!isPhone && (
          <section className={styles.embedded} aria-label={t('app.chatWithFirstName', partner)}>
            <Suspense fallback={<Skeleton className={styles.embeddedWaiting} />}>
              <CoupleConversation isEmbedded />
            </Suspense>
          </section>
        )}
        <div className={classes(styles.stack, styles.cards)} data-settled={isSettled} aria-busy={!isSettled}>
          <DailyCard onKeep={keepAnswers} />
          <RunningCard />
          {hasGoals && <TopGoalCard />}
          <ComingUp />
          {hasGestures && (
            <Card look="plain" title={t('nudges.nudges')}>
              <NudgeButtons firstName={called.firstName} />
            </Card>
          )}
          {hasGestures && <MoodCard />}
          <OurYearCard />
          {couple && <OnThisDayCard chatId={couple.chatId} renderFiles={memoryFiles} />}
          <ActivityCard />
          <StatsRow of="couple" />
          <PartnerCard partner={partner} />
        </div>
      </div>
    </div>
  );
}

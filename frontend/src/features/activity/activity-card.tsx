import {
  BookOpen,
  CalendarHeart,
  CircleUserRound,
  Flag,
  Gift,
  Handshake,
  Heart,
  HeartOff,
  Hourglass,
  Images,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  MessageCircleHeart,
  PackageOpen,
  Sparkle,
  Trophy,
  UserRoundPen,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Link } from '../../ui/link.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Skeleton } from '../../ui/spinner.js';
import { LoadState } from '../../ui/load-state.js';
import { useGetActivitiesInfiniteQuery } from './activity-api.js';
import { activityLink, activityWords, actorIn } from './activity-words.js';
import styles from './activity.module.css';

const ICONS: Record<string, LucideIcon> = {
  linked: Heart,
  unlinked: HeartOff,
  avatar_changed: CircleUserRound,
  profile_updated: UserRoundPen,
  date_added: CalendarHeart,
  daily_answered: MessageCircleHeart,
  daily_revealed: MessageCircleHeart,
  together_since_changed: CalendarHeart,
  capsule_created: Hourglass,
  capsule_sealed: LockKeyhole,
  capsule_opened: PackageOpen,
  capsule_kept: Images,
  challenge_proposed: Flag,
  challenge_accepted: Handshake,
  challenge_completed: Trophy,
  goal_proposed: Flag,
  goal_achieved: Flag,
  story_invited: BookOpen,
  story_finished: BookOpen,
  wish_redeemed: Gift,
  wish_fulfilled: Gift,
  list_created: ListChecks,
  nudge: Heart,
};

/** The couple's latest activities, newest first. */
export function ActivityCard() {
  const names = useNames();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useGetActivitiesInfiniteQuery();
  const activities = data?.pages.flatMap((page) => page.activities) ?? [];
  return (
    <Card look="plain" title={t('activity.activity')}>
      {isError && !data && (
        <LoadState isError onRetry={() => void refetch()} failure={t('common.theListCouldNotBeLoaded')} />
      )}
      {!data && !isError && <Skeleton className={styles.skeleton} />}
      {data && activities.length === 0 && <p className={styles.none}>{t('activity.nothingYetWhatYouTwoDo')}</p>}
      <ul className={styles.list} aria-busy={!data && !isError}>
        {activities.map((activity) => {
          const words = activityWords(activity, actorIn(activity, names));
          const Icon = ICONS[activity.kind] ?? Sparkle;
          if (words === null) return null;
          return (
            <li key={activity.id} className={styles.row}>
              <span className={styles.icon}>
                <Icon size={17} aria-hidden />
              </span>
              <span className={styles.words}>
                <Linked to={activityLink(activity)}>{words}</Linked>
                <RelativeTime at={activity.at} className={styles.when} />
              </span>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button size="small" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
          {t('common.showMore')}
        </Button>
      )}
    </Card>
  );
}

function Linked({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  );
}

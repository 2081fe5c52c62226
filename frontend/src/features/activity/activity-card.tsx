import { CalendarHeart, CircleUserRound, Heart, HeartOff, type LucideIcon, MessageCircleHeart, Sparkle, UserRoundPen } from 'lucide-react';
import { useSession } from '../../api/session.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Skeleton } from '../../ui/spinner.js';
import { useGetActivitiesInfiniteQuery } from './activity-api.js';
import { activityWords } from './activity-words.js';
import styles from './activity.module.css';

const ICONS: Record<string, LucideIcon> = { linked: Heart, unlinked: HeartOff, avatar_changed: CircleUserRound, profile_updated: UserRoundPen, date_added: CalendarHeart, daily_answered: MessageCircleHeart, daily_revealed: MessageCircleHeart, together_since_changed: CalendarHeart };

/** What happened lately between the two, newest first. */
export function ActivityCard() {
  const { user } = useSession();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useGetActivitiesInfiniteQuery();
  const activities = data?.pages.flatMap((page) => page.activities) ?? [];
  return (
    <Card title="Activity">
      {isError && !data && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          The list could not be loaded.
        </Banner>
      )}
      {!data && !isError && <Skeleton className={styles.skeleton} />}
      {data && activities.length === 0 && <p className={styles.none}>Nothing yet. What you two do shows up here.</p>}
      <ul className={styles.list} aria-busy={!data && !isError}>
        {activities.map((activity) => {
          const words = activityWords(activity, user?._id);
          const Icon = ICONS[activity.kind] ?? Sparkle;
          if (words === null) return null;
          return (
            <li key={activity.id} className={styles.row}>
              <span className={styles.icon}>
                <Icon size={17} aria-hidden />
              </span>
              <span className={styles.words}>
                {words}
                <RelativeTime at={activity.at} className={styles.when} />
              </span>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button size="small" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
          Show more
        </Button>
      )}
    </Card>
  );
}

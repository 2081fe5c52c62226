import type { PartnerActivity, ServerToClientEvents } from '@duet/contracts';
import { authHandlers } from '../features/auth/auth-live.js';
import { challengesActivities, challengesHandlers } from '../features/challenges/challenges-live.js';
import { dailyActivities } from '../features/daily-question/daily-live.js';
import { datesActivities } from '../features/dates/dates-live.js';
import { goalsActivities } from '../features/goals/goals-live.js';
import { listsActivities } from '../features/lists/lists-live.js';
import { capsulesActivities, capsulesHandlers } from '../features/memories/capsules/capsules-live.js';
import { onThisDayHandlers } from '../features/memories/on-this-day/on-this-day-live.js';
import { messagesHandlers, messagesReconnectTags } from '../features/messages/messages-live.js';
import { moodsActivities } from '../features/moods/moods-live.js';
import { notificationHandlers } from '../features/notifications/notifications-live.js';
import { nudgesActivities } from '../features/nudges/nudges-live.js';
import { coupleTags, linkTags, partnersActivities, partnersHandlers } from '../features/partners/partners-live.js';
import { storiesActivities } from '../features/stories/stories-live.js';
import { profileActivities } from '../features/users/users-live.js';
import { wishesActivities } from '../features/wishes/wishes-live.js';
import { Live, type LiveFeatures, type LiveStore, type LiveTools, type OpenWire, type Tags } from '../sync/index.js';

/** The tags that each kind of activity makes stale. The type demands every kind of the contract. */
const activities: Record<PartnerActivity['kind'], Tags> = {
  ...partnersActivities,
  ...profileActivities,
  ...datesActivities,
  ...dailyActivities,
  ...capsulesActivities,
  ...challengesActivities,
  ...goalsActivities,
  ...storiesActivities,
  ...wishesActivities,
  ...nudgesActivities,
  ...moodsActivities,
  ...listsActivities,
};

/** The tags for a kind that this build does not know. */
const UNKNOWN_ACTIVITY: Tags = ['Activity', 'Stats'];

const activityHandlers = ({ invalidate, isSelf, reloadAccount, forgetConversation }: LiveTools) =>
  ({
    partner_activity: ({ kind, by }) => {
      // The user's own change, perhaps on another device.
      if (kind in profileActivities && isSelf(by?._id)) reloadAccount();
      // The user may not see the conversation any more; a new link loads it again.
      if (kind === 'unlinked') forgetConversation();
      invalidate(activities[kind] ?? UNKNOWN_ACTIVITY);
    },
  }) satisfies Partial<ServerToClientEvents>;

const liveFeatures: LiveFeatures = {
  handlers: (tools) => ({
    ...authHandlers(tools),
    ...partnersHandlers(tools),
    ...activityHandlers(tools),
    ...messagesHandlers(tools),
    ...onThisDayHandlers(tools),
    ...capsulesHandlers(tools),
    ...challengesHandlers(tools),
    ...notificationHandlers(tools),
  }),
  linkTags,
  coupleTags,
  reconnectTags: [
    ...messagesReconnectTags,
    'OnThisDay',
    'Capsules',
    'Challenges',
    'Badges',
    'Goals',
    'Stories',
    'Wishes',
    'Lists',
  ],
};

/** The page's live connection, with the handlers of all features. */
export const createLive = (store: LiveStore, open?: OpenWire): Live => new Live(store, liveFeatures, open);

import type { ServerToClientEvents } from '@duet/contracts';
import { TAG_TYPES } from '../../api/base-api.js';
import { ownLink } from './own-link.js';
import type { ActivityTags, LiveTools, Tags } from '../../sync/index.js';
import { t } from '../../texts/index.js';

/** The tags of what a person has also without a partner, or what is read anew with each conversation. */
const OWN_TAGS = new Set<string>(['Sessions', 'SecondFactor', 'Settings', 'Blocked', 'Export', 'Unread', 'Draft']);

/** The tags that depend on who the partner is: nothing of the former couple may show in the space of the new one. */
export const linkTags: Tags = TAG_TYPES.filter((tag) => !OWN_TAGS.has(tag));

/** The tags of what a person without a partner loads too. */
const SINGLE_TAGS = new Set<string>([
  'Account',
  'Partner',
  'ReceivedRequests',
  'SentRequests',
  'Notifications',
  'Stats',
]);

/** The tags of what only couples have. */
export const coupleTags: Tags = [
  ...TAG_TYPES.filter((tag) => !OWN_TAGS.has(tag) && !SINGLE_TAGS.has(tag)),
  { type: 'Stats', id: 'couple' },
];

const REQUEST_TAGS: Tags = ['Partner', 'ReceivedRequests', 'SentRequests', 'Notifications'];

/** The tags that changes of the relationship make stale. */
export const partnersActivities = {
  linked: ['Activity', 'Stats'],
  // Excludes data that only couples have: after an unlink they may not be loaded.
  unlinked: ['Partner', 'Account', 'ReceivedRequests', 'SentRequests', { type: 'Stats', id: 'me' }],
  request_received: REQUEST_TAGS,
  request_closed: REQUEST_TAGS,
  together_since_changed: ['Partner', 'Stats', 'Activity', 'Dates'],
  nickname_changed: ['Partner'],
  parts_changed: [
    'Partner',
    'Settings',
    'Goals',
    'Stories',
    'Wishes',
    'Lists',
    'Moods',
    'Nudges',
    'Notifications',
    'Activity',
  ],
  timezone_changed: ['Partner', 'Stats', 'Activity', 'Dates', 'Daily', 'Moods', 'OnThisDay'],
} satisfies ActivityTags;

export const partnersHandlers = ({ invalidate, showToast }: LiveTools) =>
  ({
    partner_linked: ({ firstName }) => {
      if (!ownLink.take()) showToast({ kind: 'live', text: t('partners.isNowYourPartner', { name: firstName }) });
      invalidate(linkTags);
    },
  }) satisfies Partial<ServerToClientEvents>;

import type { Delivery, EventDefinition } from '../core/event.js';
import { activityRecorded } from '../pairing/activities.js';
import { dailyChanged } from '../pairing/daily-questions.js';
import { dateChanged } from '../pairing/dates.js';
import { coupleLinked, couplePurged, coupleUnlinked, requestClosed, requestSent } from '../pairing/events.js';
import { noticeIssued, notificationCreated } from '../pairing/notifications.js';
import { nicknameChanged } from '../pairing/relationship.js';
import { exportRequested, sessionRevoked, userDeleted, userProfileChanged, userRegistered } from '../auth/events.js';
import { attachmentProcessed, avatarChanged, exportFailed, exportReady, previewMade } from '../media/events.js';
import {
  conversationClosed,
  conversationOpened,
  conversationPrivacyChanged,
  conversationSettingsChanged,
  draftChanged,
  messageDeleted,
  messageEdited,
  messagePinned,
  messagePreviewed,
  messageReacted,
  messageRead,
  messageSent,
  messageUnpinned,
  previewDropped,
  previewWanted,
  reactionAdded,
  onThisDayChanged,
  scheduledChanged,
  voiceUpdated,
} from '../messaging/events.js';

/** Every event of the platform, by name: the relay and the streams are built from this list. */
export const EVENTS = [
  userRegistered,
  userProfileChanged,
  userDeleted,
  sessionRevoked,
  coupleLinked,
  coupleUnlinked,
  couplePurged,
  requestSent,
  requestClosed,
  notificationCreated,
  noticeIssued,
  activityRecorded,
  dateChanged,
  nicknameChanged,
  dailyChanged,
  messageSent,
  messageReacted,
  reactionAdded,
  messageEdited,
  messageDeleted,
  messageRead,
  messagePinned,
  messageUnpinned,
  messagePreviewed,
  previewWanted,
  previewDropped,
  voiceUpdated,
  conversationOpened,
  conversationClosed,
  conversationSettingsChanged,
  conversationPrivacyChanged,
  draftChanged,
  scheduledChanged,
  onThisDayChanged,
  avatarChanged,
  attachmentProcessed,
  previewMade,
  exportRequested,
  exportReady,
  exportFailed,
] as const;

const byName = new Map<string, Pick<EventDefinition<never>, 'deliver'>>(EVENTS.map((event) => [event.name, event]));

/**
 * The socket events that a bus event becomes. None for an event that nobody hears of, nor for a name that only a
 * newer build knows. The payload is what that event's producer put into its envelope.
 */
export const deliveriesOf = (name: string, payload: never): Delivery[] => byName.get(name)?.deliver?.(payload) ?? [];

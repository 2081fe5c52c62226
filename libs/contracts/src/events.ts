import type { Delivery, EventDefinition } from './bus/event.js';
import { activityRecorded } from './pairing/activities.js';
import { dailyChanged, dailyRevealed } from './pairing/daily-questions.js';
import { dateChanged } from './pairing/dates.js';
import {
  coupleLinked,
  couplePartsChanged,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  requestClosed,
  requestSent,
} from './pairing/events.js';
import { noticeIssued, notificationCreated } from './pairing/notifications.js';
import { moodChanged } from './pairing/moods.js';
import { nicknameChanged } from './pairing/relationship.js';
import {
  accountUpdated,
  exportEnded,
  exportRequested,
  sessionRevoked,
  signInUnlocked,
  trustEnded,
  userDeleted,
  userProfileChanged,
  userRegistered,
} from './auth/events.js';
import {
  attachmentProcessed,
  avatarChanged,
  exportDropped,
  exportFailed,
  exportReady,
  fileProcessed,
  previewMade,
  restitutionReady,
} from './media/events.js';
import { partsApplied } from './challenges/couples.js';
import {
  challengeCompleted,
  challengeProgressed,
  challengeStepCompleted,
  challengeUpdated,
} from './challenges/events.js';
import { goalChanged, goalProgressed } from './challenges/goal-events.js';
import { listChanged, listCreated } from './challenges/list-events.js';
import { storyChanged, storyProgressed } from './challenges/story-events.js';
import { wishChanged, wishProgressed } from './challenges/wish-events.js';
import {
  capsuleCompleted,
  capsuleProgressed,
  capsuleUpdated,
  filesChanged,
  hiddenCapsulesChanged,
  keepsakePurged,
  storyKeepsakePurged,
} from './memories/events.js';
import {
  conversationClosed,
  conversationLastSeenChanged,
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
  ownChanged,
  ownMarked,
  previewDropped,
  previewWanted,
  reactionAdded,
  onThisDayChanged,
  scheduledChanged,
  voiceUpdated,
} from './messaging/events.js';

/** Every event of the platform. realtime's relay and the erasure of events use this list. */
export const EVENTS = [
  userRegistered,
  userProfileChanged,
  userDeleted,
  trustEnded,
  sessionRevoked,
  signInUnlocked,
  accountUpdated,
  coupleLinked,
  coupleUnlinked,
  couplePurged,
  couplePartsChanged,
  coupleTimezoneChanged,
  partsApplied,
  requestSent,
  requestClosed,
  notificationCreated,
  noticeIssued,
  activityRecorded,
  dateChanged,
  moodChanged,
  nicknameChanged,
  dailyChanged,
  dailyRevealed,
  messageSent,
  messageReacted,
  reactionAdded,
  messageEdited,
  messageDeleted,
  messageRead,
  ownChanged,
  ownMarked,
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
  conversationLastSeenChanged,
  draftChanged,
  scheduledChanged,
  onThisDayChanged,
  avatarChanged,
  attachmentProcessed,
  fileProcessed,
  previewMade,
  exportRequested,
  exportReady,
  exportFailed,
  exportDropped,
  exportEnded,
  restitutionReady,
  filesChanged,
  capsuleUpdated,
  capsuleCompleted,
  challengeUpdated,
  challengeStepCompleted,
  challengeCompleted,
  challengeProgressed,
  goalChanged,
  goalProgressed,
  listChanged,
  listCreated,
  storyChanged,
  storyProgressed,
  wishChanged,
  wishProgressed,
  capsuleProgressed,
  keepsakePurged,
  storyKeepsakePurged,
  hiddenCapsulesChanged,
] as const;

const byName = new Map<string, Pick<EventDefinition<never>, 'deliver'>>(EVENTS.map((event) => [event.name, event]));

/**
 * The socket events of a bus event. Empty for an event without a delivery, and for a name that only a newer build knows.
 * @param payload the payload in the event's envelope
 */
export const deliveriesOf = (name: string, payload: never): Delivery[] => byName.get(name)?.deliver?.(payload) ?? [];

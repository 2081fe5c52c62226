import { AdminAct, dataSourceOptions } from '@duet/service-kit';
import { Activity } from './activities/activity.entity.js';
import { AnnouncedEvent } from './announcements/announced-event.entity.js';
import { Block } from './blocks/block.entity.js';
import { Couple, CoupleMember } from './couples/couple.entity.js';
import { DailyCouple, DailyPause, DailyPreference, DailyReminder } from './daily-questions/daily-couple.entity.js';
import {
  DailyAnswer,
  DailyQuestion,
  DailyReaction,
  ExcludedQuestion,
} from './daily-questions/daily-question.entity.js';
import { OwnQuestion } from './daily-questions/own-question.entity.js';
import { DateReminder } from './dates/date-reminder.entity.js';
import { ImportantDate } from './dates/important-date.entity.js';
import { Invite } from './invites/invite.entity.js';
import { PeopleAndCouples1763690700000 } from './migrations/1763690700000-people-and-couples.js';
import { Notifications1763713800000 } from './migrations/1763713800000-notifications.js';
import { Activities1763714400000 } from './migrations/1763714400000-activities.js';
import { HeededSettings1763722800000 } from './migrations/1763722800000-heeded-settings.js';
import { DailyQuestions1763743000000 } from './migrations/1763743000000-daily-questions.js';
import { LinkPreviews1763744000000 } from './migrations/1763744000000-link-previews.js';
import { Relationship1763742000000 } from './migrations/1763742000000-relationship.js';
import { DisappearingDefault1763746000000 } from './migrations/1763746000000-disappearing-default.js';
import { RememberedPeople1763766007000 } from './migrations/1763766007000-remembered-people.js';
import { Jobs1763800002000 } from './migrations/1763800002000-jobs.js';
import { AnnounceCouples1764000001000 } from './migrations/1764000001000-announce-couples.js';
import { HandledCapsuleSteps1764100002000 } from './migrations/1764100002000-handled-capsule-steps.js';
import { AnnounceCouplesAgain1764100004000 } from './migrations/1764100004000-announce-couples-again.js';
import { Nudges1764209000000 } from './migrations/1764209000000-nudges.js';
import { Moods1764213000000 } from './migrations/1764213000000-moods.js';
import { Reports1764215002000 } from './migrations/1764215002000-reports.js';
import { HiddenParts1764215003000 } from './migrations/1764215003000-hidden-parts.js';
import { AdminReasons1764240001000 } from './migrations/1764240001000-admin-reasons.js';
import { LastSeen1764250000000 } from './migrations/1764250000000-last-seen.js';
import { TimezoneVersion1764300000000 } from './migrations/1764300000000-timezone-version.js';
import { AnnounceTimezones1764300001000 } from './migrations/1764300001000-announce-timezones.js';
import { RunningDay1764310003001 } from './migrations/1764310003001-running-day.js';
import { SessionsOfOffers1764320000000 } from './migrations/1764320000000-sessions-of-offers.js';
import { DayMood } from './moods/mood.entity.js';
import { Nickname } from './nicknames/nickname.entity.js';
import { Notification } from './notifications/notification.entity.js';
import { Nudge } from './nudges/nudge.entity.js';
import { DepartedPerson } from './people/departed-person.entity.js';
import { Person } from './people/person.entity.js';
import { FoundPerson, RememberedPerson } from './people/remembered-person.entity.js';
import { Report } from './reports/report.entity.js';
import { PartnerRequest } from './requests/partner-request.entity.js';

const DAILY = [
  DailyCouple,
  DailyPause,
  DailyPreference,
  DailyReminder,
  DailyQuestion,
  DailyAnswer,
  DailyReaction,
  ExcludedQuestion,
  OwnQuestion,
];

const ENTITIES = [
  Person,
  DepartedPerson,
  RememberedPerson,
  FoundPerson,
  Couple,
  CoupleMember,
  PartnerRequest,
  Invite,
  Block,
  Notification,
  Activity,
  ImportantDate,
  DateReminder,
  Nickname,
  Nudge,
  DayMood,
  AnnouncedEvent,
  Report,
  AdminAct,
  ...DAILY,
];

/** In the order in which they landed. */
const MIGRATIONS = [
  PeopleAndCouples1763690700000,
  Notifications1763713800000,
  Activities1763714400000,
  HeededSettings1763722800000,
  Relationship1763742000000,
  DailyQuestions1763743000000,
  LinkPreviews1763744000000,
  DisappearingDefault1763746000000,
  RememberedPeople1763766007000,
  Jobs1763800002000,
  AnnounceCouples1764000001000,
  HandledCapsuleSteps1764100002000,
  AnnounceCouplesAgain1764100004000,
  Nudges1764209000000,
  Moods1764213000000,
  Reports1764215002000,
  HiddenParts1764215003000,
  AdminReasons1764240001000,
  LastSeen1764250000000,
  TimezoneVersion1764300000000,
  AnnounceTimezones1764300001000,
  RunningDay1764310003001,
  SessionsOfOffers1764320000000,
];

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'pairing',
    url,
    ...(poolSize && { poolSize }),
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });

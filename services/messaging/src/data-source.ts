import { AdminAct, dataSourceOptions } from '@duet/service-kit';
import { Attachment, EarlyVoiceResult } from './messages/attachment.entity.js';
import { Conversation, ConversationMember } from './conversations/conversation.entity.js';
import { Draft } from './drafts/draft.entity.js';
import { Message } from './messages/message.entity.js';
import { MessageGroup } from './messages/message-group.entity.js';
import { MessageMark } from './messages/message-mark.entity.js';
import { ConversationsAndMessages1763697600000 } from './migrations/1763697600000-conversations-and-messages.js';
import { Reactions1763701200000 } from './migrations/1763701200000-reactions.js';
import { SentCounts1763715000000 } from './migrations/1763715000000-sent-counts.js';
import { NamesAtEnd1763719300000 } from './migrations/1763719300000-names-at-end.js';
import { CountsOffTheHotPath1763720000000 } from './migrations/1763720000000-counts-off-the-hot-path.js';
import { MessageSearch1763721000000 } from './migrations/1763721000000-message-search.js';
import { Attachments1763730000000 } from './migrations/1763730000000-attachments.js';
import { ShownReceiptsAndSettings1763731000000 } from './migrations/1763731000000-shown-receipts-and-settings.js';
import { DraftsAndScheduled1763732000000 } from './migrations/1763732000000-drafts-and-scheduled.js';
import { SearchWithinAConversation1763733000000 } from './migrations/1763733000000-search-within-a-conversation.js';
import { LinkPreviews1763744000000 } from './migrations/1763744000000-link-previews.js';
import { DisappearingDefault1763746000000 } from './migrations/1763746000000-disappearing-default.js';
import { OnThisDay1763747000000 } from './migrations/1763747000000-on-this-day.js';
import { OwnRevisions1763748006000 } from './migrations/1763748006000-own-revisions.js';
import { OnThisDayExclusion, OnThisDayOff } from './on-this-day/on-this-day.entity.js';
import { Transcripts1763746100000 } from './migrations/1763746100000-transcripts.js';
import { Jobs1763800003000 } from './migrations/1763800003000-jobs.js';
import { MessageTimes1763810000000 } from './migrations/1763810000000-message-times.js';
import { Stickers1764211000000 } from './migrations/1764211000000-stickers.js';
import { Cards1764214000000 } from './migrations/1764214000000-cards.js';
import { MessageMarks1764218000000 } from './migrations/1764218000000-message-marks.js';
import { AdminActs1764240002000 } from './migrations/1764240002000-admin-acts.js';
import { LastSeen1764250001000 } from './migrations/1764250001000-last-seen.js';
import { MessageGroups1764260000000 } from './migrations/1764260000000-message-groups.js';
import { ForgetChangedWords1764270001000 } from './migrations/1764270001000-forget-changed-words.js';
import { WordBlocks1764270000000 } from './migrations/1764270000000-word-blocks.js';
import { WordsBehindTheCommit1764270002000 } from './migrations/1764270002000-words-behind-the-commit.js';
import { CaptionLinks1764280000000 } from './migrations/1764280000000-caption-links.js';
import { WordBlockRules1764290000000 } from './migrations/1764290000000-word-block-rules.js';
import { WordsByTheSecondRule1764290001000 } from './migrations/1764290001000-words-by-the-second-rule.js';
import { SessionsOfScheduled1764320001000 } from './migrations/1764320001000-sessions-of-scheduled.js';
import { Person } from './people/person.entity.js';
import { Reaction } from './reactions/reaction.entity.js';
import { ScheduledMessage } from './scheduled/scheduled-message.entity.js';
import { WordBlock } from './messages/word-block.entity.js';

const ENTITIES = [
  Person,
  Conversation,
  ConversationMember,
  Message,
  MessageGroup,
  MessageMark,
  WordBlock,
  Reaction,
  Attachment,
  EarlyVoiceResult,
  Draft,
  ScheduledMessage,
  OnThisDayExclusion,
  OnThisDayOff,
  AdminAct,
];

/** In the order in which they run. */
const MIGRATIONS = [
  ConversationsAndMessages1763697600000,
  Reactions1763701200000,
  SentCounts1763715000000,
  NamesAtEnd1763719300000,
  CountsOffTheHotPath1763720000000,
  MessageSearch1763721000000,
  Attachments1763730000000,
  ShownReceiptsAndSettings1763731000000,
  DraftsAndScheduled1763732000000,
  SearchWithinAConversation1763733000000,
  LinkPreviews1763744000000,
  DisappearingDefault1763746000000,
  Transcripts1763746100000,
  OnThisDay1763747000000,
  OwnRevisions1763748006000,
  Jobs1763800003000,
  MessageTimes1763810000000,
  Stickers1764211000000,
  Cards1764214000000,
  MessageMarks1764218000000,
  AdminActs1764240002000,
  LastSeen1764250001000,
  MessageGroups1764260000000,
  WordBlocks1764270000000,
  ForgetChangedWords1764270001000,
  WordsBehindTheCommit1764270002000,
  CaptionLinks1764280000000,
  WordBlockRules1764290000000,
  WordsByTheSecondRule1764290001000,
  SessionsOfScheduled1764320001000,
];

export const options = (url: string, poolSize?: number) =>
  dataSourceOptions({
    service: 'messaging',
    url,
    ...(poolSize && { poolSize }),
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });

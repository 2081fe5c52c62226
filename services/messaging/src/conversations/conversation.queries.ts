import type {
  ConversationSettingsView,
  MessageSender,
  OwnChange,
  OwnMarkChange,
  ReadMarkerView,
  UnreadMarkView,
} from '@duet/contracts';
import { type Columns, type Tx, command, prepared, preparedAlone, statement } from '@duet/service-kit';

/** A member's read marker: how far the person has read, and how far the partner sees it. */
export interface MarkerRow {
  chatId: string;
  userId: string;
  showsReceipts: boolean;
  /** The member's own revision, and the own revision of the marker's last move. */
  ownRev: number;
  readOwnRev: number;
  readUpTo: number;
  deliveredUpTo: number;
  readRev: number;
  readAt: Date;
  shownUpTo: number;
  shownDeliveredUpTo: number;
  shownAt: Date;
}

/** A marker with the names that views show. */
export interface NamedMarker extends MarkerRow {
  firstName: string;
  username: string;
}

/** A member of a conversation. */
export interface MemberRow extends NamedMarker {
  unreadFrom: number | null;
  unreadReadUpTo: number;
  unreadOwnRev: number;
}

/** A conversation's counters, settings and members. */
export interface ConversationRow {
  id: string;
  lastSeq: number;
  lastRev: number;
  sentByLow: number;
  disappearAfter: number | null;
  settingsRev: number;
  isActive: boolean;
  members: Map<string, MemberRow>;
}

type Counters = Omit<ConversationRow, 'members'>;

const COUNTER_COLUMNS: Columns<Counters> = {
  id: 'uuid',
  lastSeq: 'int4',
  lastRev: 'int4',
  sentByLow: 'int4',
  disappearAfter: 'int4 | null',
  settingsRev: 'int4',
  isActive: 'bool',
};

const COUNTERS =
  'id, last_seq AS "lastSeq", last_rev AS "lastRev", sent_by_low AS "sentByLow", disappear_after AS "disappearAfter", settings_rev AS "settingsRev", status = \'active\' AS "isActive"';

const ACTIVE_OF = `
  SELECT ${COUNTERS} FROM conversations
  WHERE status = 'active' AND id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ANY($1::uuid[]) AND active)
  ORDER BY id`;

const lockById = statement<Counters>(
  COUNTER_COLUMNS,
  `SELECT ${COUNTERS} FROM conversations WHERE id = $1 FOR NO KEY UPDATE`,
);

export const MARKER_COLUMNS: Columns<MarkerRow> = {
  chatId: 'uuid',
  userId: 'uuid',
  showsReceipts: 'bool',
  ownRev: 'int4',
  readOwnRev: 'int4',
  readUpTo: 'int4',
  deliveredUpTo: 'int4',
  readRev: 'int4',
  readAt: 'timestamptz',
  shownUpTo: 'int4',
  shownDeliveredUpTo: 'int4',
  shownAt: 'timestamptz',
};

/** The columns of `MarkerRow` for a member `m` and their person `p`. */
export const MARKERS_OF_M = `
  m.conversation_id AS "chatId", m.user_id AS "userId", p.read_receipts AS "showsReceipts", m.own_rev AS "ownRev", m.read_own_rev AS "readOwnRev",
  m.read_up_to AS "readUpTo", m.delivered_up_to AS "deliveredUpTo", m.read_rev AS "readRev", m.read_at AS "readAt",
  m.shown_up_to AS "shownUpTo", m.shown_delivered_up_to AS "shownDeliveredUpTo", m.shown_at AS "shownAt"`;

const lockActiveOf = prepared<Counters>('conversations-lock', COUNTER_COLUMNS, `${ACTIVE_OF} FOR NO KEY UPDATE`);

const MEMBER_COLUMNS: Columns<MemberRow> = {
  ...MARKER_COLUMNS,
  firstName: 'text',
  username: 'text',
  unreadFrom: 'int4 | null',
  unreadReadUpTo: 'int4',
  unreadOwnRev: 'int4',
};

const MEMBERS_OF = `
  SELECT ${MARKERS_OF_M}, p.first_name AS "firstName", p.username,
     m.unread_from AS "unreadFrom", m.unread_read_up_to AS "unreadReadUpTo", m.unread_own_rev AS "unreadOwnRev"
  FROM conversation_members m JOIN people p ON p.id = m.user_id WHERE m.conversation_id`;

/** Ordered by id: the physical order would reveal that a hidden marker has moved. */
const membersOf = prepared<MemberRow>(
  'conversation-members',
  MEMBER_COLUMNS,
  `${MEMBERS_OF} = ANY($1::uuid[]) ORDER BY m.user_id`,
);

async function withMembers(tx: Tx, found: Counters[]): Promise<ConversationRow[]> {
  if (found.length === 0) return [];
  const rows = await membersOf(tx, [found.map(({ id }) => id)]);
  const byChat = Map.groupBy(rows, (row) => row.chatId);
  return found.map((one) => ({ ...one, members: new Map((byChat.get(one.id) ?? []).map((row) => [row.userId, row])) }));
}

const activeWithMembers = prepared<Counters & MemberRow>(
  'conversation-active',
  { ...COUNTER_COLUMNS, ...MEMBER_COLUMNS },
  `SELECT c.*, m.* FROM (${ACTIVE_OF}) c CROSS JOIN LATERAL (${MEMBERS_OF} = c.id) m ORDER BY m."userId"`,
);

/** A person's active conversation as it is in this snapshot, or undefined. */
export async function readActive(tx: Tx, userId: string): Promise<ConversationRow | undefined> {
  let found: ConversationRow | undefined;
  for (const row of await activeWithMembers(tx, [[userId]])) {
    const { id, lastSeq, lastRev, sentByLow, disappearAfter, settingsRev, isActive, ...member } = row;
    const counters = { id, lastSeq, lastRev, sentByLow, disappearAfter, settingsRev, isActive };
    found ??= { ...counters, members: new Map() };
    found.members.set(member.userId, member);
  }
  return found;
}

/** The ids of a person's active conversation, which is one at most. Without a lock: it may have ended meanwhile. */
export const readActiveId = preparedAlone<{ chatId: string }>(
  'conversation-active-id',
  { chatId: 'uuid' },
  'SELECT conversation_id AS "chatId" FROM conversation_members WHERE user_id = $1 AND active',
);

/**
 * Locks the active conversations of these people until commit. Rows are locked in the order of their ids, so that two groups
 * cannot deadlock. A conversation that ended during the wait is left out. The members are read under the locks.
 */
export async function lockActive(tx: Tx, userIds: readonly string[]): Promise<ConversationRow[]> {
  return withMembers(tx, await lockActiveOf(tx, [userIds]));
}

const lockMemberRow = command(
  'SELECT FROM conversation_members WHERE conversation_id = $1 AND user_id = $2 FOR NO KEY UPDATE',
);

/** Locks one member's row until commit. Per-person state has its own lock, because sends lock the conversation row. */
export async function lockMember(tx: Tx, chatId: string, userId: string): Promise<void> {
  await lockMemberRow(tx, [chatId, userId]);
}

/** Locks one conversation, active or ended, until commit. */
export async function lockConversation(tx: Tx, chatId: string): Promise<ConversationRow | undefined> {
  return (await withMembers(tx, await lockById(tx, [chatId])))[0];
}

const updateCounters = prepared(
  'conversations-advance',
  {},
  `UPDATE conversations c SET last_seq = given.last_seq, last_rev = given.last_rev, sent_by_low = given.sent_by_low
   FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) AS given (id, last_seq, last_rev, sent_by_low) WHERE c.id = given.id`,
);

/** Assigns the next seq to a message of this member; `writeCounters` stores it. */
export function nextSeq(locked: ConversationRow, senderId: string): number {
  locked.lastSeq += 1;
  // Ids are lower case here and in PostgreSQL, so both sort them alike.
  if ([...locked.members.keys()].every((userId) => senderId <= userId)) locked.sentByLow += 1;
  return locked.lastSeq;
}

/** Writes the counters of locked conversations. */
export async function writeCounters(tx: Tx, locked: readonly Counters[]): Promise<void> {
  await updateCounters(tx, [
    locked.map(({ id }) => id),
    locked.map(({ lastSeq }) => lastSeq),
    locked.map(({ lastRev }) => lastRev),
    locked.map(({ sentByLow }) => sentByLow),
  ]);
}

export const senderView = ({
  userId,
  firstName,
  username,
}: Pick<MemberRow, 'userId' | 'firstName' | 'username'>): MessageSender => ({ _id: userId, firstName, username });

/** The marker as its owner sees it. */
export const markerView = (member: MarkerRow): ReadMarkerView => ({
  userId: member.userId,
  upTo: member.readUpTo,
  deliveredUpTo: member.deliveredUpTo,
  rev: member.readRev,
  readAt: member.readAt.toISOString(),
  ownRev: member.readOwnRev,
});

/** The marker as the partner sees it. */
export const shownMarkerView = (member: MarkerRow): ReadMarkerView => ({
  userId: member.userId,
  upTo: member.shownUpTo,
  deliveredUpTo: member.shownDeliveredUpTo,
  rev: member.readRev,
  readAt: member.shownAt.toISOString(),
});

/** The exact marker for its owner, the shown one for the partner. */
export const markerFor = (viewerId: string, member: MarkerRow): ReadMarkerView =>
  member.userId === viewerId ? markerView(member) : shownMarkerView(member);

/** The marker as a change of its owner's own state. */
export const ownMarkerChange = (member: MarkerRow): OwnChange => ({
  kind: 'marker',
  ownRev: member.readOwnRev,
  marker: markerView(member),
});

type UnreadMember = Pick<MemberRow, 'unreadFrom' | 'unreadReadUpTo'>;

export const unreadView = ({ unreadFrom, unreadReadUpTo }: UnreadMember): UnreadMarkView => ({
  from: unreadFrom,
  readUpTo: unreadReadUpTo,
});

/** The unread mark as a change of its owner's own state. */
export const unreadChange = (member: UnreadMember & Pick<MemberRow, 'unreadOwnRev'>): OwnMarkChange => ({
  kind: 'unread',
  ownRev: member.unreadOwnRev,
  unread: unreadView(member),
});

/** Whether both members show receipts: hiding one's own hides the partner's too. */
export const showReceipts = ({ members }: ConversationRow): boolean =>
  [...members.values()].every(({ showsReceipts }) => showsReceipts);

export const settingsView = ({ disappearAfter, settingsRev }: ConversationRow): ConversationSettingsView => ({
  disappearAfter,
  rev: settingsRev,
});

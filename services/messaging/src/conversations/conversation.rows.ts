import type { ConversationSettingsView, MessageSender, ReadMarkerView } from '@duet/contracts';
import { type Tx, prepared } from '@duet/service-kit';

/** A person in a conversation as rows and views need them: the name, how far they have read, and what of it is shown. */
export interface MemberRow {
  chatId: string;
  userId: string;
  firstName: string;
  username: string;
  showsReceipts: boolean;
  readUpTo: number;
  deliveredUpTo: number;
  readRev: number;
  readAt: Date;
  shownUpTo: number;
  shownDeliveredUpTo: number;
  shownAt: Date;
}

/** Where a conversation stands, and who is in it. */
export interface ConversationState {
  id: string;
  lastSeq: number;
  lastRev: number;
  sentByLow: number;
  disappearAfter: number | null;
  settingsRev: number;
  isActive: boolean;
  members: Map<string, MemberRow>;
}

type Counters = Omit<ConversationState, 'members'>;

const COUNTERS = 'id, last_seq AS "lastSeq", last_rev AS "lastRev", sent_by_low AS "sentByLow", disappear_after AS "disappearAfter", settings_rev AS "settingsRev", status = \'active\' AS "isActive"';

const ACTIVE_OF = `
  SELECT ${COUNTERS} FROM conversations
  WHERE status = 'active' AND id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ANY($1::uuid[]) AND active)
  ORDER BY id`;

const BY_ID = `SELECT ${COUNTERS} FROM conversations WHERE id = $1 FOR NO KEY UPDATE`;

/** Of a member `m` and the person `p` behind it. */
export const MARKERS_OF_M = `
  m.conversation_id AS "chatId", m.user_id AS "userId", p.read_receipts AS "showsReceipts",
  m.read_up_to AS "readUpTo", m.delivered_up_to AS "deliveredUpTo", m.read_rev AS "readRev", m.read_at AS "readAt",
  m.shown_up_to AS "shownUpTo", m.shown_delivered_up_to AS "shownDeliveredUpTo", m.shown_at AS "shownAt"`;

const activeOf = prepared<Counters>('conversations-active', ACTIVE_OF);
const lockActiveOf = prepared<Counters>('conversations-hold', `${ACTIVE_OF} FOR NO KEY UPDATE`);

const membersOf = prepared<MemberRow>(
  'conversation-members',
  `SELECT ${MARKERS_OF_M}, p.first_name AS "firstName", p.username
   FROM conversation_members m JOIN people p ON p.id = m.user_id
   WHERE m.conversation_id = ANY($1::uuid[])`,
);

async function withMembers(tx: Tx, found: Counters[]): Promise<ConversationState[]> {
  if (found.length === 0) return [];
  const rows = await membersOf(tx, [found.map(({ id }) => id)]);
  const byChat = Map.groupBy(rows, (row) => row.chatId);
  return found.map((one) => ({ ...one, members: new Map((byChat.get(one.id) ?? []).map((row) => [row.userId, row])) }));
}

/** A person's active conversation as it is in this snapshot, or undefined. */
export async function readActive(tx: Tx, userId: string): Promise<ConversationState | undefined> {
  return (await withMembers(tx, await activeOf(tx, [[userId]])))[0];
}

/**
 * Takes the active conversations of these people until the transaction ends: nobody else changes or ends them. Rows
 * are locked in the order of their ids, so two groups never wait for each other in a circle; one that ended while we
 * waited is left out. The members are read after that, with the locks held.
 */
export async function holdActive(tx: Tx, userIds: readonly string[]): Promise<ConversationState[]> {
  return withMembers(tx, await lockActiveOf(tx, [userIds]));
}

/** Takes one member's row until the transaction ends, for what is each person's own: sends hold the conversation's. */
export async function holdMember(tx: Tx, chatId: string, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM conversation_members WHERE conversation_id = $1 AND user_id = $2 FOR NO KEY UPDATE', [chatId, userId]);
}

/** Takes one conversation, active or ended, until the transaction ends. */
export async function hold(tx: Tx, chatId: string): Promise<ConversationState | undefined> {
  return (await withMembers(tx, await tx.query<Counters[]>(BY_ID, [chatId])))[0];
}

const writeCounters = prepared(
  'conversations-advance',
  `UPDATE conversations c SET last_seq = given.last_seq, last_rev = given.last_rev, sent_by_low = given.sent_by_low
   FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) AS given (id, last_seq, last_rev, sent_by_low) WHERE c.id = given.id`,
);

/** Takes the next seq for a message of this member. */
export function nextSeq(held: ConversationState, senderId: string): number {
  held.lastSeq += 1;
  // Ids are lower case here and in PostgreSQL, so both put them in the same order.
  if ([...held.members.keys()].every((userId) => senderId <= userId)) held.sentByLow += 1;
  return held.lastSeq;
}

/** Writes the counters of held conversations. */
export async function advance(tx: Tx, held: readonly Counters[]): Promise<void> {
  await writeCounters(tx, [
    held.map(({ id }) => id),
    held.map(({ lastSeq }) => lastSeq),
    held.map(({ lastRev }) => lastRev),
    held.map(({ sentByLow }) => sentByLow),
  ]);
}

export const senderView = ({ userId, firstName, username }: Pick<MemberRow, 'userId' | 'firstName' | 'username'>): MessageSender => ({ _id: userId, firstName, username });

/** The marker as its owner sees it. */
export const markerView = (member: MemberRow): ReadMarkerView => ({
  userId: member.userId,
  upTo: member.readUpTo,
  deliveredUpTo: member.deliveredUpTo,
  rev: member.readRev,
  readAt: member.readAt.toISOString(),
});

/** The marker as the partner sees it. */
export const shownMarkerView = (member: MemberRow): ReadMarkerView => ({
  userId: member.userId,
  upTo: member.shownUpTo,
  deliveredUpTo: member.shownDeliveredUpTo,
  rev: member.readRev,
  readAt: member.shownAt.toISOString(),
});

/** One's own marker is what it is; of the other's one sees what is shown. */
export const markerFor = (viewerId: string, member: MemberRow): ReadMarkerView =>
  member.userId === viewerId ? markerView(member) : shownMarkerView(member);

/** Receipts are seen by those who show their own. */
export const showReceipts = ({ members }: ConversationState): boolean => [...members.values()].every(({ showsReceipts }) => showsReceipts);

export const settingsView = ({ disappearAfter, settingsRev }: ConversationState): ConversationSettingsView => ({ disappearAfter, rev: settingsRev });

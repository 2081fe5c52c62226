import { type Actor, type MarkDeliveredDto, type MarkReadDto, type ReadMarkerView, messageRead } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Changes, type Held, changed } from '../conversations/changes.js';
import { type MemberRow, markerView, showReceipts, shownMarkerView } from '../conversations/conversation.rows.js';

const MOVE = `
  UPDATE conversation_members
  SET read_up_to = $3, delivered_up_to = $4, read_rev = $5, read_at = $6, shown_up_to = $7, shown_delivered_up_to = $8, shown_at = $9
  WHERE conversation_id = $1 AND user_id = $2`;

/** Where a marker is to stand. */
type Place = Pick<MemberRow, 'readUpTo' | 'deliveredUpTo'>;

@Injectable()
export class ReadMarkersService {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  /** What was read has been delivered too. @throws as `move` */
  read(actor: Actor, { chatId, upTo }: MarkReadDto): Promise<ReadMarkerView> {
    return this.move(actor, chatId, ({ lastSeq }) => {
      const readUpTo = Math.min(upTo ?? lastSeq, lastSeq);
      return { readUpTo, deliveredUpTo: readUpTo };
    });
  }

  /** Messages have reached a device. @throws as `move` */
  deliver(actor: Actor, { chatId, upTo }: MarkDeliveredDto): Promise<ReadMarkerView> {
    return this.move(actor, chatId, ({ lastSeq }) => ({ readUpTo: 0, deliveredUpTo: Math.min(upTo, lastSeq) }));
  }

  /**
   * Moves the caller's marker forward, to the newest message at most. Where it stands already nothing changes and
   * nobody hears of it.
   * @throws AppError NO_PARTNER; CONVERSATION_NOT_FOUND for any chat but the caller's own.
   */
  private async move({ userId }: Actor, chatId: string | undefined, to: (held: Held) => Place): Promise<ReadMarkerView> {
    try {
      return await this.changes.run(userId, async (tx, held) => {
        const member = held.members.get(userId);
        if (!member || (chatId && chatId.toLowerCase() !== held.id)) throw new AppError('CONVERSATION_NOT_FOUND');
        const place = forward(member, to(held));
        if (!place) return { answer: markerView(member) };
        const moved = withPlace(member, place, held.nextRev(), showReceipts(held));
        const { readUpTo, deliveredUpTo, readRev, readAt, shownUpTo, shownDeliveredUpTo, shownAt } = moved;
        await tx.query(MOVE, [held.id, userId, readUpTo, deliveredUpTo, readRev, readAt, shownUpTo, shownDeliveredUpTo, shownAt]);
        const partnerId = [...held.members.keys()].find((id) => id !== userId) ?? userId;
        const [marker, shown] = [markerView(moved), shownMarkerView(moved)];
        return { answer: marker, changes: [changed(messageRead, { chatId: held.id, rev: readRev, actorId: userId, partnerId, marker, shown })] };
      });
    } catch (cause) {
      // Asked for a chat by its id, "you have none" would answer the same question in another way than a foreign one.
      if (chatId && cause instanceof AppError && cause.code === 'NO_PARTNER') throw new AppError('CONVERSATION_NOT_FOUND');
      throw cause;
    }
  }
}

/** The further one of both places; null where that is where the marker stands. */
function forward(member: MemberRow, to: Place): Place | null {
  const readUpTo = Math.max(member.readUpTo, to.readUpTo);
  const deliveredUpTo = Math.max(member.deliveredUpTo, to.deliveredUpTo);
  return readUpTo === member.readUpTo && deliveredUpTo === member.deliveredUpTo ? null : { readUpTo, deliveredUpTo };
}

/** What is shown goes along, or stands still while one of the two shows no receipts. */
function withPlace(member: MemberRow, place: Place, readRev: number, isShown: boolean): MemberRow {
  const readAt = place.readUpTo > member.readUpTo ? new Date() : member.readAt;
  const moved = { ...member, ...place, readRev, readAt };
  return isShown ? { ...moved, shownUpTo: place.readUpTo, shownDeliveredUpTo: place.deliveredUpTo, shownAt: readAt } : moved;
}

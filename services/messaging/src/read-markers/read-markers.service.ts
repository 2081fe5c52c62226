import { type Actor, type MarkReadDto, type ReadMarkerView, messageRead } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Changes, changed } from '../conversations/changes.js';
import { markerView } from '../conversations/conversation.rows.js';

const MOVE = 'UPDATE conversation_members SET read_up_to = $3, read_rev = $4, read_at = $5 WHERE conversation_id = $1 AND user_id = $2';

@Injectable()
export class ReadMarkersService {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  /**
   * Moves the caller's marker forward, to the newest message at most. Where it stands already nothing changes and
   * nobody hears of it.
   * @throws AppError NO_PARTNER; CONVERSATION_NOT_FOUND for any chat but the caller's own.
   */
  async move({ userId }: Actor, { chatId, upTo }: MarkReadDto): Promise<ReadMarkerView> {
    try {
      return await this.changes.run(userId, async (tx, held) => {
        const member = held.members.get(userId);
        if (!member || (chatId && chatId.toLowerCase() !== held.id)) throw new AppError('CONVERSATION_NOT_FOUND');
        const readUpTo = Math.min(upTo ?? held.lastSeq, held.lastSeq);
        if (readUpTo <= member.readUpTo) return { answer: markerView(member) };
        const moved = { ...member, readUpTo, readRev: held.nextRev(), readAt: new Date() };
        await tx.query(MOVE, [held.id, userId, readUpTo, moved.readRev, moved.readAt]);
        const marker = markerView(moved);
        const partnerId = [...held.members.keys()].find((id) => id !== userId) ?? userId;
        return { answer: marker, changes: [changed(messageRead, { chatId: held.id, rev: marker.rev, actorId: userId, partnerId, marker, shown: marker })] };
      });
    } catch (cause) {
      // Asked for a chat by its id, "you have none" would answer the same question in another way than a foreign one.
      if (chatId && cause instanceof AppError && cause.code === 'NO_PARTNER') throw new AppError('CONVERSATION_NOT_FOUND');
      throw cause;
    }
  }
}

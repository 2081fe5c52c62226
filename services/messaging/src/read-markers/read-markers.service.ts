import {
  type Actor,
  type MarkDeliveredDto,
  type MarkReadDto,
  type ReadMarkerView,
  messageRead,
  ownChanged,
} from '@duet/contracts';
import { Clock, AppError, LivePush } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { assertNamed } from '../conversations/assert-named.js';
import { type ConversationMutation, ConversationMutations, changed } from '../conversations/conversation-mutations.js';
import {
  type MarkerRow,
  markerView,
  ownMarkerChange,
  showReceipts,
  shownMarkerView,
} from '../conversations/conversation.queries.js';
import { type StandingMarker, moveMarker, moveMarkerAlone, readMarker } from './read-marker.queries.js';

/** A position of a marker. */
type Position = Pick<MarkerRow, 'readUpTo' | 'deliveredUpTo'>;

/** Computes a marker's new position from the newest seq. */
type Target = (lastSeq: number) => Position;

/** A move that only the marker's owner sees. */
const hiddenMove = (marker: MarkerRow) => ({
  chatId: marker.chatId,
  userId: marker.userId,
  change: ownMarkerChange(marker),
});

@Injectable()
export class ReadMarkersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Marks messages as read, and so as delivered. @throws as `move` */
  read(actor: Actor, { chatId, upTo }: MarkReadDto): Promise<ReadMarkerView> {
    return this.move(actor.userId, chatId, (lastSeq) => {
      const readUpTo = Math.min(upTo ?? lastSeq, lastSeq);
      return { readUpTo, deliveredUpTo: readUpTo };
    });
  }

  /** Marks messages as delivered. @throws as `move` */
  deliver(actor: Actor, { chatId, upTo }: MarkDeliveredDto): Promise<ReadMarkerView> {
    return this.move(actor.userId, chatId, (lastSeq) => ({ readUpTo: 0, deliveredUpTo: Math.min(upTo, lastSeq) }));
  }

  /**
   * Moves the caller's marker forward, to the newest message at most. A marker that is there already does not change.
   * @throws AppError NO_PARTNER; CONVERSATION_NOT_FOUND for any chat but the caller's own.
   */
  private async move(userId: string, chatId: string | undefined, to: Target): Promise<ReadMarkerView> {
    const standing = await this.readStanding(userId, chatId);
    const { readUpTo, deliveredUpTo } = to(standing.lastSeq);
    if (readUpTo <= standing.readUpTo && deliveredUpTo <= standing.deliveredUpTo) return markerView(standing);
    const moved = standing.isShown ? await this.moveForBoth(standing, to) : await this.moveHidden(standing, to);
    // Another device was faster, or the couple ended meanwhile.
    return markerView(moved ?? (await this.readStanding(userId, chatId)));
  }

  private async readStanding(userId: string, chatId: string | undefined): Promise<StandingMarker> {
    const [standing] = await readMarker(this.database, [userId]);
    // Clients may send null for no chat. A named chat gets one answer, whether it is foreign or the caller has none.
    if (!standing) throw new AppError(!chatId ? 'NO_PARTNER' : 'CONVERSATION_NOT_FOUND');
    assertNamed({ id: standing.chatId }, chatId);
    return standing;
  }

  /** Does not lock the conversation row: even the duration of the partner's sends must not reveal a hidden move. */
  private async moveHidden({ chatId, userId, lastSeq }: StandingMarker, to: Target): Promise<MarkerRow | undefined> {
    const [moved] = await moveMarkerAlone(this.database, [
      ...parametersOf(chatId, userId, to(lastSeq)),
      this.clock.now(),
      null,
    ]);
    if (moved) this.live.push(ownChanged, hiddenMove(moved));
    return moved;
  }

  /** Takes the conversation's next rev, unless receipts were hidden during the wait for the lock. */
  private moveForBoth({ chatId, userId }: StandingMarker, to: Target): Promise<MarkerRow | undefined> {
    return this.mutations.runIn(chatId, async (tx, conversation) => {
      const isShown = showReceipts(conversation);
      const [moved] = await moveMarker(tx, [
        ...parametersOf(chatId, userId, to(conversation.lastSeq)),
        this.clock.now(),
        isShown ? conversation.lastRev + 1 : null,
      ]);
      if (!moved) return { answer: undefined };
      if (!isShown) return { answer: moved, changes: [changed(ownChanged, hiddenMove(moved))] };
      const partnerId = [...conversation.members.keys()].find((id) => id !== userId) ?? userId;
      return { answer: moved, changes: [shownMove(moved, conversation.nextRev(), partnerId)] };
    });
  }
}

const parametersOf = (chatId: string, userId: string, { readUpTo, deliveredUpTo }: Position): unknown[] => [
  chatId,
  userId,
  readUpTo,
  deliveredUpTo,
];

const shownMove = (marker: MarkerRow, rev: number, partnerId: string): ConversationMutation =>
  changed(messageRead, {
    chatId: marker.chatId,
    rev,
    actorId: marker.userId,
    partnerId,
    marker: markerView(marker),
    shown: shownMarkerView(marker),
  });

import { randomUUID } from 'node:crypto';
import {
  type AccountView,
  type BatchedResult,
  type Call,
  type ConversationHead,
  ConversationHeadsDto,
  DONE,
  type Done,
  MarkReadDto,
  type MessageView,
  NoInput,
  type ReadMarkerView,
  RecordLastSeenDto,
  RevokedSinceDto,
  type RevokedSession,
  SendBatchDto,
  type SeenDto,
  SendMessageDto,
  conversationHeads,
  conversationLastSeenChanged,
  getProfile,
  listRevokedSessions,
  markRead,
  recordLastSeen,
  sendBatch,
} from '@duet/contracts';
import {
  AccessTokens,
  AppError,
  BaseConfig,
  KitModule,
  LivePush,
  Rpc,
  createService,
  validateInput,
} from '@duet/service-kit';
import { processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
import { publicKeys } from './tokens.js';

export function aMessage(chatId: string, senderId: string, seq: number, content = `message ${seq}`): MessageView {
  const id = randomUUID();
  return {
    _id: id,
    id,
    chatId,
    seq,
    rev: seq,
    clientMessageId: randomUUID(),
    sender: { _id: senderId, firstName: 'Ada', username: 'ada' },
    content,
    messageType: 'text',
    attachments: [],
    replyTo: null,
    reactions: [],
    isRead: false,
    status: 'sent',
    voiceStatus: null,
    createdAt: new Date().toISOString(),
    editedAt: null,
    deletedAt: null,
    pinnedAt: null,
    expiresAt: null,
    notice: null,
    preview: null,
    sticker: null,
    card: null,
  };
}

/** The state of the stand-ins for auth and messaging, which tests set and read. */
export class Known {
  heads = new Map<string, Pick<ConversationHead, 'chatId' | 'rev' | 'ownRev' | 'shows' | 'lastSeen'>>();
  /** The people whose cursors were read. */
  asked = new Set<string>();
  /** People whose profile was read. */
  named = new Set<string>();
  /** Cursors are read at once, and answered after this promise has resolved. */
  headsGate: Promise<void> = Promise.resolve();
  revoked: RevokedSession[] = [];
  /** Auth refuses to list revoked sessions. */
  isAuthDown = false;
  batches: string[][] = [];
  /** Recorded times at which people were last online. */
  seen: SeenDto[] = [];
  /** messaging records no times. */
  isRecordingDown = false;
  /** How often messaging recorded none. */
  unrecorded = 0;
  /** A batch with this text is rejected as a whole. */
  poison: string | null = null;
  /** Batches are answered after this promise has resolved. */
  gate: Promise<void> = Promise.resolve();

  couple(a: string, b: string, rev = 0): string {
    const chatId = randomUUID();
    for (const [member, partner] of [
      [a, b],
      [b, a],
    ] as const)
      this.heads.set(member, {
        chatId,
        rev,
        shows: { typing: true, online: true },
        lastSeen: { userId: partner, at: null },
      });
    return chatId;
  }

  /** Shows or hides when the two were last online, without a live update. */
  showLastSeen(chatId: string, isShown: boolean): void {
    const members = [...this.heads].filter(([, head]) => head.chatId === chatId);
    for (const [member, head] of members) {
      const partner = members.find(([other]) => other !== member)?.[0];
      this.heads.set(member, { ...head, lastSeen: isShown && partner ? { userId: partner, at: null } : null });
    }
  }

  /** Stores when a person was last online, as messaging does. @returns who sees it */
  record({ chatId, userId, at }: SeenDto): string[] {
    this.seen.push({ chatId, userId, at });
    const viewer = [...this.heads].find(([, head]) => head.chatId === chatId && head.lastSeen?.userId === userId);
    if (!viewer) return [];
    const [viewerId, head] = viewer;
    this.heads.set(viewerId, { ...head, lastSeen: { userId, at } });
    return [viewerId];
  }

  /** Changes the couple's privacy switches without a live update. */
  show(chatId: string, shows: Partial<ConversationHead['shows']>): void {
    for (const [member, head] of this.heads)
      if (head.chatId === chatId) this.heads.set(member, { ...head, shows: { ...head.shows, ...shows } });
  }
}

const KNOWN = Symbol('KNOWN');

/** Stands in for auth and messaging on the bus, with the same contracts and answers from memory. */
@Controller()
class PeersController {
  private seq = 0;

  constructor(
    @Inject(KNOWN) private readonly known: Known,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(LivePush) readonly live: LivePush,
  ) {}

  @Rpc(conversationHeads) async heads(_call: Call, { userIds }: ConversationHeadsDto): Promise<ConversationHead[]> {
    const heads = userIds.flatMap((userId) => {
      const head = this.known.heads.get(userId);
      return head ? [{ userId, ...head }] : [];
    });
    for (const userId of userIds) this.known.asked.add(userId);
    await this.known.headsGate;
    return heads;
  }

  @Rpc(recordLastSeen) async recordSeen(_call: Call, { seen }: RecordLastSeenDto): Promise<Done> {
    if (this.known.isRecordingDown) {
      this.known.unrecorded += 1;
      throw new AppError('UNAVAILABLE');
    }
    for (const viewerId of seen.flatMap((one) => this.known.record(one)))
      this.live.push(conversationLastSeenChanged, { viewerId });
    return DONE;
  }

  @Rpc(listRevokedSessions) async listRevoked(_call: Call, _dto: RevokedSinceDto): Promise<RevokedSession[]> {
    if (this.known.isAuthDown) throw new AppError('UNAVAILABLE');
    return this.known.revoked;
  }

  @Rpc(getProfile) async profile({ actor }: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    const names = { firstName: 'Ada', lastName: 'Byron', fullName: 'Ada Byron', username: 'ada', avatar: null };
    const { userId } = actor;
    this.known.named.add(userId);
    return {
      _id: userId,
      id: userId,
      ...names,
      email: 'ada@example.org',
      emailVerified: true,
      pendingEmail: null,
      secondFactorRemovalAt: null,
      bio: '',
      createdAt: '2026-01-01T00:00:00Z',
    };
  }

  @Rpc(markRead) async read({ actor }: Call<'user'>, { upTo }: MarkReadDto): Promise<ReadMarkerView> {
    return {
      userId: actor.userId,
      upTo: upTo ?? this.seq,
      deliveredUpTo: upTo ?? this.seq,
      rev: this.seq,
      readAt: new Date().toISOString(),
    };
  }

  @Rpc(sendBatch) async send(_call: Call, { sends }: SendBatchDto): Promise<BatchedResult[]> {
    this.known.batches.push(sends.map(({ send }) => JSON.stringify(send)));
    await this.known.gate;
    if (this.known.poison !== null && JSON.stringify(sends).includes(this.known.poison)) throw new AppError('INTERNAL');
    return sends.map(({ token, send }) => this.store(token, send));
  }

  private store(token: string, send: unknown): BatchedResult {
    try {
      const { userId } = this.tokens.verify(token);
      const { content } = validateInput(SendMessageDto, send);
      const head = this.known.heads.get(userId);
      if (!head) throw new AppError('NO_PARTNER');
      return { ok: true, message: aMessage(head.chatId, userId, ++this.seq, content) };
    } catch (cause) {
      if (cause instanceof AppError) return { ok: false, failure: cause.toFailure() };
      throw cause;
    }
  }
}

export interface Peers {
  app: INestMicroservice;
  known: Known;
  live: LivePush;
}

export async function startPeers(natsUrl: string): Promise<Peers> {
  const known = new Known();
  const config = Object.assign(new BaseConfig(), processSettings(natsUrl, publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'peers' }, config)],
    controllers: [PeersController],
    providers: [{ provide: KNOWN, useValue: known }],
  })
  class PeersModule {}
  const app = await createService(PeersModule, 'peers', config);
  await app.listen();
  return { app, known, live: app.get(LivePush) };
}

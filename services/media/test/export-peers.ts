import { randomUUID } from 'node:crypto';
import {
  type AccountView,
  type Call,
  CapsuleIdDto,
  type CapsuleRecord,
  type CapsuleRecords,
  CapsuleRecordsDto,
  type CapsuleView,
  type ChallengeRecord,
  type ChallengeRecords,
  type GoalRecord,
  type GoalRecords,
  type ListRecord,
  type ListRecords,
  type StoryRecord,
  type StoryRecords,
  type WishRecord,
  type WishRecords,
  ChallengeRecordsDto,
  type ContributionPage,
  type ContributionRecord,
  type ContributionRecords,
  ContributionRecordsDto,
  AccountLanguageDto,
  type AccountSettings,
  ContributionsByIdDto,
  type CoupleRecord,
  type DailyRecord,
  type DailyRecords,
  DailyRecordsDto,
  DEFAULT_SETTINGS,
  DONE,
  type Done,
  FinishRestitutionDto,
  type ExportConversation,
  type ExportMessages,
  ExportMessagesDto,
  ExportTokenDto,
  LIMITS,
  type MessageSender,
  type MessageView,
  NoInput,
  type PartnerStatus,
  type ReportRecord,
  type RestitutionRecord,
  type RestitutionRecords,
  RestitutionRecordsDto,
  type SessionView,
  type Settings,
  type TemplateRecord,
  type TemplateRecords,
  type TextLanguage,
  finishRestitution,
  getAccountLanguage,
  getExportMessages,
  getExportToken,
  getPartnerStatus,
  getProfile,
  getSettings,
  listCapsuleRecords,
  listChallengeRecords,
  listGoalRecords,
  listListRecords,
  listStoryRecords,
  listWishRecords,
  listContributionRecords,
  listContributions,
  listCoupleRecords,
  listDailyRecords,
  listExportConversations,
  listReportRecords,
  listRestitution,
  listSessions,
  listTemplateRecords,
  takeCapsule,
} from '@duet/contracts';
import { AppError, BaseConfig, KitModule, Rpc, createService, requestContext } from '@duet/service-kit';
import { accessToken, processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
import { keys } from './running-media.js';

/** When the user of an export was last online in the current conversation. */
export const LAST_SEEN = '2026-03-01T18:04:00.000Z';

/** A user's data in the other services. */
export class Belongings {
  readonly id = randomUUID();
  readonly secret = randomUUID();
  avatar: string | null = null;
  language: TextLanguage = 'en';
  /** The languages in which records were asked for. */
  readonly askedIn = new Set<TextLanguage>();
  couples: CoupleRecord[] = [];
  conversations: ExportConversation[] = [];
  status: PartnerStatus = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };
  messages: MessageView[] = [];
  days: DailyRecord[] = [];
  written: DailyRecords['written'] = [];
  capsules: { record: CapsuleRecord; contributions: ContributionRecord[] }[] = [];
  /** The capsules of which the user may take a copy, with the contributions after the first page. */
  readonly open = new Map<string, { view: CapsuleView; rest: CapsuleView['contributions'] }>();
  challenges: ChallengeRecord[] = [];
  goals: GoalRecord[] = [];
  stories: StoryRecord[] = [];
  lists: ListRecord[] = [];
  wishes: WishRecord[] = [];
  templates: TemplateRecord[] = [];
  reports: ReportRecord[] = [];

  /** Adds a conversation with alternating messages. */
  talk(other: MessageSender, contents: string[], endedAt: string | null = null): CoupleRecord {
    const chatId = randomUUID();
    const me: MessageSender = { _id: this.id, firstName: 'Ada', username: 'ada' };
    const status = endedAt ? 'ended' : 'active';
    const record: CoupleRecord = {
      coupleId: chatId,
      status,
      partnerId: other._id,
      linkedAt: '2026-01-01T10:00:00.000Z',
      endedAt,
      exportUntil: endedAt,
      timezone: 'Europe/Berlin',
      togetherSince: null,
      nickname: null,
      dates: [],
      moods: [],
    };
    this.couples.push(record);
    const lastSeenAt = status === 'active' ? LAST_SEEN : null;
    this.conversations.push({ chatId, status, endedAt, lastSeenAt, members: [me, other] });
    for (const [index, content] of contents.entries())
      this.messages.push(messageOf(chatId, index + 1, index % 2 === 0 ? me : other, content));
    return record;
  }

  get profile(): AccountView {
    return {
      _id: this.id,
      id: this.id,
      firstName: 'Ada',
      lastName: 'Byron',
      fullName: 'Ada Byron',
      username: 'ada',
      email: 'ada@example.org',
      emailVerified: true,
      pendingEmail: null,
      secondFactorRemovalAt: null,
      bio: '<img src=x onerror=alert(1)>',
      avatar: this.avatar,
      createdAt: '2026-01-01T09:00:00.000Z',
    };
  }
}

export function messageOf(chatId: string, seq: number, sender: MessageSender, content: string): MessageView {
  const id = randomUUID();
  const createdAt = new Date(Date.parse('2026-02-01T22:30:00Z') + seq * 60_000).toISOString();
  return {
    _id: id,
    id,
    chatId,
    seq,
    rev: seq,
    clientMessageId: randomUUID(),
    sender,
    content,
    messageType: 'text',
    attachments: [],
    replyTo: null,
    reactions: [],
    isRead: false,
    status: 'sent',
    voiceStatus: null,
    createdAt,
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

const SESSION: SessionView = {
  _id: 's',
  id: 's',
  device: 'Firefox on Linux',
  ip: '192.0.2.7',
  country: null,
  createdAt: '2026-01-01T09:00:00.000Z',
  lastUsedAt: '2026-02-01T09:00:00.000Z',
  current: false,
};

/** The users whose data the peer returns, and hooks for tests. */
export class Known {
  readonly people = new Map<string, Belongings>();
  readonly exports = new Map<string, Belongings>();
  /** Exports that auth has withdrawn. */
  readonly closed = new Set<string>();
  tokens = 0;
  refusals = 0;
  /** The records that each person gets back. */
  readonly restitutions = new Map<string, RestitutionRecord[]>();
  /** Account languages other than English. */
  readonly languages = new Map<string, AccountSettings['language']>();
  /** The couples that memories has deleted, in order. */
  readonly finished: string[] = [];
  /** Runs before each page of a restitution. */
  beforeRestitution: (coupleId: string) => Promise<void> = async () => undefined;
  /** Runs before memories deletes a couple. */
  beforeFinish: (coupleId: string) => Promise<void> = async () => undefined;
  /** Runs before each page of messages. */
  beforePage: () => Promise<void> = async () => undefined;

  of(call: Call<'user'>): Belongings {
    const found = this.people.get(call.actor.userId);
    if (!found) throw new AppError('USER_NOT_FOUND');
    return found;
  }
}

@Controller()
class Peer {
  constructor(@Inject(Known) private readonly known: Known) {}

  @Rpc(getExportToken) async token(
    _call: Call<'process'>,
    { exportId, secret }: ExportTokenDto,
  ): Promise<{ token: string }> {
    const person = this.known.exports.get(exportId);
    if (!person || person.secret !== secret || this.known.closed.has(exportId)) {
      this.known.refusals += 1;
      throw new AppError('TOKEN_INVALID');
    }
    this.known.tokens += 1;
    return { token: accessToken(keys, { userId: person.id, sessionId: exportId }, 60, 'export') };
  }
  @Rpc(getProfile) async profile(call: Call<'user'>, _dto: NoInput): Promise<AccountView> {
    return this.known.of(call).profile;
  }
  @Rpc(getSettings) async settings(call: Call<'user'>, _dto: NoInput): Promise<Settings> {
    return { ...DEFAULT_SETTINGS, account: { language: this.known.of(call).language } };
  }
  @Rpc(getAccountLanguage) async language(
    _call: Call<'process'>,
    { userId }: AccountLanguageDto,
  ): Promise<Pick<AccountSettings, 'language'>> {
    return { language: this.known.languages.get(userId) ?? 'en' };
  }
  @Rpc(listSessions) async sessions(_call: Call<'user'>, _dto: NoInput): Promise<SessionView[]> {
    return [SESSION];
  }
  @Rpc(getPartnerStatus) async status(call: Call<'user'>, _dto: NoInput): Promise<PartnerStatus> {
    return this.known.of(call).status;
  }
  @Rpc(listCoupleRecords) async couples(call: Call<'user'>, _dto: NoInput): Promise<CoupleRecord[]> {
    return this.known.of(call).couples;
  }
  /** Two days a page; the cursor is the number of returned days, written as an id. */
  @Rpc(listReportRecords) async reports(call: Call<'user'>, _dto: NoInput): Promise<ReportRecord[]> {
    return this.known.of(call).reports;
  }

  @Rpc(listDailyRecords) async daily(call: Call<'user'>, { after }: DailyRecordsDto): Promise<DailyRecords> {
    this.known.of(call).askedIn.add(requestContext.language());
    const { days, written } = this.known.of(call);
    const from = after === undefined ? 0 : Number(after.slice(-4));
    const next = from + 2 < days.length ? `00000000-0000-4000-8000-${String(from + 2).padStart(12, '0')}` : null;
    return { days: days.slice(from, from + 2), written: after === undefined ? written : [], next };
  }
  @Rpc(listExportConversations) async conversations(call: Call<'user'>, _dto: NoInput): Promise<ExportConversation[]> {
    return this.known.of(call).conversations;
  }
  /** One capsule a page. */
  @Rpc(listCapsuleRecords) async capsules(call: Call<'user'>, { after }: CapsuleRecordsDto): Promise<CapsuleRecords> {
    const all = this.known.of(call).capsules;
    const at = after === undefined ? 0 : all.findIndex(({ record }) => record.id === after) + 1;
    return {
      capsules: all.slice(at, at + 1).map(({ record }) => record),
      next: all[at + 1] ? (all[at]?.record.id ?? null) : null,
    };
  }
  @Rpc(listContributionRecords) async contributions(
    call: Call<'user'>,
    { capsuleId }: ContributionRecordsDto,
  ): Promise<ContributionRecords> {
    const found = this.known.of(call).capsules.find(({ record }) => record.id === capsuleId);
    return { contributions: found?.contributions ?? [], next: null };
  }
  @Rpc(takeCapsule) async take(call: Call<'user'>, { id }: CapsuleIdDto): Promise<CapsuleView> {
    const found = this.known.of(call).open.get(id);
    if (!found) throw new AppError('CAPSULE_NOT_FOUND');
    return found.view;
  }
  @Rpc(listContributions) async listed(call: Call<'user'>, { id }: ContributionsByIdDto): Promise<ContributionPage> {
    return { contributions: this.known.of(call).open.get(id)?.rest ?? [], nextCursor: null };
  }
  /** One challenge a page. */
  @Rpc(listChallengeRecords) async challenges(
    call: Call<'user'>,
    { after }: ChallengeRecordsDto,
  ): Promise<ChallengeRecords> {
    const all = this.known.of(call).challenges;
    const at = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return { challenges: all.slice(at, at + 1), next: all[at + 1] ? (all[at]?.id ?? null) : null };
  }
  @Rpc(listGoalRecords) async goals(call: Call<'user'>, _dto: ChallengeRecordsDto): Promise<GoalRecords> {
    return { goals: this.known.of(call).goals, next: null };
  }
  @Rpc(listStoryRecords) async stories(call: Call<'user'>, _dto: ChallengeRecordsDto): Promise<StoryRecords> {
    this.known.of(call).askedIn.add(requestContext.language());
    return { stories: this.known.of(call).stories, next: null };
  }
  @Rpc(listListRecords) async lists(call: Call<'user'>, _dto: ChallengeRecordsDto): Promise<ListRecords> {
    return { lists: this.known.of(call).lists, next: null };
  }
  @Rpc(listWishRecords) async wishes(call: Call<'user'>, _dto: ChallengeRecordsDto): Promise<WishRecords> {
    return { wishes: this.known.of(call).wishes, next: null };
  }
  @Rpc(listTemplateRecords) async templates(call: Call<'user'>, _dto: ChallengeRecordsDto): Promise<TemplateRecords> {
    return { templates: this.known.of(call).templates, next: null };
  }
  /** One contribution a page; the cursor is the number of returned ones, written as an id. */
  @Rpc(listRestitution) async restitution(
    _call: Call<'process'>,
    { coupleId, userId, after }: RestitutionRecordsDto,
  ): Promise<RestitutionRecords> {
    await this.known.beforeRestitution(coupleId);
    const all = this.known.restitutions.get(userId) ?? [];
    const at = after === undefined ? 0 : Number(after.slice(-4));
    const next = at + 1 < all.length ? `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}` : null;
    return { records: all.slice(at, at + 1), next };
  }
  @Rpc(finishRestitution) async finish(_call: Call<'process'>, { coupleId }: FinishRestitutionDto): Promise<Done> {
    await this.known.beforeFinish(coupleId);
    this.known.finished.push(coupleId);
    return DONE;
  }
  @Rpc(getExportMessages) async messages(
    call: Call<'user'>,
    { chatId, after }: ExportMessagesDto,
  ): Promise<ExportMessages> {
    await this.known.beforePage();
    const own = this.known.of(call).messages.filter((message) => message.chatId === chatId && message.seq > after);
    const messages = own.slice(0, LIMITS.exportPage);
    return { messages, next: own.length > messages.length ? (messages.at(-1)?.seq ?? null) : null };
  }
}

/** Answers RPC calls in place of auth, pairing, messaging, memories and challenges. */
export interface ExportPeers {
  known: Known;
  app: INestMicroservice;
}

export async function startExportPeers(nats: string): Promise<ExportPeers> {
  const known = new Known();
  const config = Object.assign(new BaseConfig(), processSettings(nats, keys.publicKeys));
  @Module({
    imports: [KitModule.forRoot({ process: 'export-peers' }, config)],
    controllers: [Peer],
    providers: [{ provide: Known, useValue: known }],
  })
  class Peers {}
  const app = await createService(Peers, 'export-peers', config);
  await app.listen();
  return { known, app };
}

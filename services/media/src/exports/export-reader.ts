import { setTimeout as pause } from 'node:timers/promises';
import {
  type AccountView,
  type CapsuleRecord,
  type ChallengeRecord,
  type GoalRecord,
  type ListRecord,
  type StoryRecord,
  type WishRecord,
  type ContributionRecord,
  type CoupleRecord,
  type DailyRecords,
  type ExportConversation,
  type MessageView,
  type PartnerStatus,
  type ReportRecord,
  type SessionView,
  type Settings,
  type TemplateRecord,
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
  listCoupleRecords,
  listDailyRecords,
  listReportRecords,
  listExportConversations,
  listSessions,
  listTemplateRecords,
  type TextLanguage,
  textLanguageOf,
} from '@duet/contracts';
import { AppError, type Clock, type DeclaredCall, type RpcClient } from '@duet/service-kit';
import type { ExportJob } from './exports.service.js';

/** Milliseconds after which a new token is requested; a token lives 15 minutes, and reading may take longer. */
const TOKEN_USED_FOR = 10 * 60_000;

/** Milliseconds between two attempts at one read: a short outage must not begin the whole export anew. */
const PAUSES = [1_000, 5_000];

/** The user's data apart from messages. */
export interface Records {
  profile: AccountView;
  settings: Settings;
  sessions: SessionView[];
  partner: PartnerStatus;
  couples: CoupleRecord[];
  conversations: ExportConversation[];
  daily: Omit<DailyRecords, 'next'>;
  templates: TemplateRecord[];
  reports: ReportRecord[];
}

/** A capsule with what lies in it. */
export interface ExportedCapsule extends CapsuleRecord {
  contributions: ContributionRecord[];
}

const passes = (cause: unknown): boolean =>
  cause instanceof AppError && (cause.code === 'UNAVAILABLE' || cause.code === 'TIMEOUT');

/** The pages of a list, from its first one. @param read returns the page behind `after`, or the first one without it */
async function* pagesOf<Page extends { next: string | null }>(
  read: (from: { after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | null | undefined; after !== null;) {
    const page: Page = await read(after === undefined ? {} : { after });
    yield page;
    after = page.next;
  }
}

/** Reads a user's data from the other services with an export token of that user. */
export class ExportReader {
  private token: { value: string; since: number } | null = null;
  private language: TextLanguage = 'en';

  constructor(
    private readonly rpc: RpcClient,
    private readonly job: ExportJob,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  /** Reads everything but the messages. @throws AppError TOKEN_INVALID when the export was withdrawn */
  async records(): Promise<Records> {
    const profile = await this.call(getProfile, {});
    const settings = await this.call(getSettings, {});
    // Duet's own texts are exported in the person's language.
    this.language = textLanguageOf(settings.account.language);
    const [sessions, partner, couples, conversations, daily, templates, reports] = await Promise.all([
      this.call(listSessions, {}),
      this.call(getPartnerStatus, {}),
      this.call(listCoupleRecords, {}),
      this.call(listExportConversations, {}),
      this.daily(),
      this.templates(),
      this.call(listReportRecords, {}),
    ]);
    return { profile, settings, sessions, partner, couples, conversations, daily, templates, reports };
  }

  /** All answers at once: years of them fit into memory. */
  private async daily(): Promise<Records['daily']> {
    const whole: Records['daily'] = { days: [], written: [] };
    for await (const { days, written } of pagesOf((from) => this.call(listDailyRecords, from))) {
      whole.days.push(...days);
      whole.written.push(...written);
    }
    return whole;
  }

  /** The challenge templates that the couples wrote. */
  private async templates(): Promise<TemplateRecord[]> {
    const all: TemplateRecord[] = [];
    for await (const page of pagesOf((from) => this.call(listTemplateRecords, from))) all.push(...page.templates);
    return all;
  }

  // The following lists begin with their oldest record, and have one page in memory at a time.

  async *challenges(): AsyncGenerator<ChallengeRecord> {
    for await (const page of pagesOf((from) => this.call(listChallengeRecords, from))) yield* page.challenges;
  }

  async *goals(): AsyncGenerator<GoalRecord> {
    for await (const page of pagesOf((from) => this.call(listGoalRecords, from))) yield* page.goals;
  }

  async *stories(): AsyncGenerator<StoryRecord> {
    for await (const page of pagesOf((from) => this.call(listStoryRecords, from))) yield* page.stories;
  }

  async *lists(): AsyncGenerator<ListRecord> {
    for await (const page of pagesOf((from) => this.call(listListRecords, from))) yield* page.lists;
  }

  async *wishes(): AsyncGenerator<WishRecord> {
    for await (const page of pagesOf((from) => this.call(listWishRecords, from))) yield* page.wishes;
  }

  /** The capsules, each with what lies in it; one capsule is in memory at a time. */
  async *capsules(): AsyncGenerator<ExportedCapsule> {
    for await (const page of pagesOf((from) => this.call(listCapsuleRecords, from)))
      for (const capsule of page.capsules) yield { ...capsule, contributions: await this.contributions(capsule.id) };
  }

  private async contributions(capsuleId: string): Promise<ContributionRecord[]> {
    const all: ContributionRecord[] = [];
    for await (const page of pagesOf((from) => this.call(listContributionRecords, { capsuleId, ...from })))
      all.push(...page.contributions);
    return all;
  }

  /** The messages of a conversation in order, without deleted ones; one page is in memory at a time. */
  async *messages(chatId: string): AsyncGenerator<MessageView> {
    for (let after: number | null = 0; after !== null;) {
      const page: Awaited<ReturnType<typeof this.page>> = await this.page(chatId, after);
      yield* page.messages;
      after = page.next;
    }
  }

  private page(chatId: string, after: number) {
    return this.call(getExportMessages, { chatId, after });
  }

  private async call<Request extends object, Response>(
    definition: DeclaredCall<Request, Response>,
    input: Request,
  ): Promise<Response> {
    for (let failures = 0; ; failures += 1) {
      this.signal.throwIfAborted();
      try {
        const context = { token: await this.validToken(), requestId: this.job.key, language: this.language };
        return await this.rpc.call(definition, context, input);
      } catch (cause) {
        const wait = PAUSES[failures];
        if (wait === undefined || !passes(cause)) throw cause;
        await pause(wait, undefined, { signal: this.signal });
      }
    }
  }

  private async validToken(): Promise<string> {
    const now = this.clock.now().getTime();
    if (!this.token || now - this.token.since > TOKEN_USED_FOR) {
      const { key: exportId, payload } = this.job;
      const { secret } = payload;
      const { token } = await this.rpc.call(getExportToken, { requestId: exportId }, { exportId, secret });
      this.token = { value: token, since: now };
    }
    return this.token.value;
  }
}

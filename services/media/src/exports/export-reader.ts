import {
  type AccountView, type CoupleRecord, type DailyRecords, type ExportConversation, type MessageView, type PartnerStatus, type RpcDefinition, type SessionView, type Settings, getExportMessages, getExportToken, getPartnerStatus, getProfile, getSettings, listCoupleRecords, listDailyRecords, listExportConversations,
  listSessions,
} from '@duet/contracts';
import { AppError, type RpcClient } from '@duet/service-kit';
import type { Clock } from '../clock.js';
import type { Job } from './exports.service.js';

/** A token lives 15 minutes; a long conversation takes longer to read. */
const TOKEN_USED_FOR = 10 * 60_000;

/** Reading does no harm, so a moment without an answer need not cost the whole attempt. */
const TRIES = 3;

/** What the person has, apart from the messages. */
export interface Records {
  profile: AccountView;
  settings: Settings;
  sessions: SessionView[];
  partner: PartnerStatus;
  couples: CoupleRecord[];
  conversations: ExportConversation[];
  daily: Omit<DailyRecords, 'next'>;
}

const passes = (cause: unknown): boolean => cause instanceof AppError && (cause.code === 'UNAVAILABLE' || cause.code === 'TIMEOUT');

/** Reads what one person may see, in that person's name, with a token that opens nothing else. */
export class ExportReader {
  private token: { value: string; since: number } | null = null;

  constructor(
    private readonly rpc: RpcClient,
    private readonly job: Job,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws AppError TOKEN_INVALID when auth knows of no such export (any more) */
  async records(): Promise<Records> {
    const profile = await this.call(getProfile, {});
    const [settings, sessions, partner, couples, conversations, daily] = await Promise.all([
      this.call(getSettings, {}),
      this.call(listSessions, {}),
      this.call(getPartnerStatus, {}),
      this.call(listCoupleRecords, {}),
      this.call(listExportConversations, {}),
      this.daily(),
    ]);
    return { profile, settings, sessions, partner, couples, conversations, daily };
  }

  /** A few sentences a day: years of them fit into memory. */
  private async daily(): Promise<Records['daily']> {
    const whole: Records['daily'] = { days: [], written: [] };
    for (let after: string | null | undefined = undefined; after !== null; ) {
      const page: DailyRecords = await this.call(listDailyRecords, after === undefined ? {} : { after });
      whole.days.push(...page.days);
      whole.written.push(...page.written);
      after = page.next;
    }
    return whole;
  }

  /** Everything that was said in a conversation and not deleted, in order; a page of it in memory at a time. */
  async *messages(chatId: string): AsyncGenerator<MessageView> {
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof this.page>> = await this.page(chatId, after);
      yield* page.messages;
      after = page.next;
    }
  }

  private page(chatId: string, after: number) {
    return this.call(getExportMessages, { chatId, after });
  }

  private async call<Request extends object, Response>(definition: RpcDefinition<Request, Response>, input: Request): Promise<Response> {
    for (let left = TRIES; ; left -= 1) {
      this.signal.throwIfAborted();
      try {
        return await this.rpc.call(definition, { token: await this.validToken(), requestId: this.job.id }, input);
      } catch (cause) {
        if (left === 1 || !passes(cause)) throw cause;
      }
    }
  }

  private async validToken(): Promise<string> {
    const now = this.clock.now().getTime();
    if (!this.token || now - this.token.since > TOKEN_USED_FOR) {
      const { id: exportId, secret } = this.job;
      const { token } = await this.rpc.call(getExportToken, { requestId: exportId }, { exportId, secret });
      this.token = { value: token, since: now };
    }
    return this.token.value;
  }
}

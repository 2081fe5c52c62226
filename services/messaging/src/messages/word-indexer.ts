import { type JobPool, type JobQueue, Jobs, LOGGER, type Log, RetryAfter } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { NIL } from 'uuid';
import {
  BLOCK,
  OLD_INDEX,
  TRANSCRIPTS,
  dropOldIndex,
  lockWords,
  readUnwritten,
  rewriteTranscripts,
  writeBlock,
} from './word-block.queries.js';

const SECOND = 1_000;
const POLL_EVERY = 15 * SECOND;
const LEASE = 60 * SECOND;

/** Milliseconds: a failure usually concerns the database. */
const AGAIN_AFTER = 60 * SECOND;

/** Milliseconds: a long transaction on the messages, such as a dump, may go on for hours. */
const DROP_AGAIN_AFTER = 60 * 60 * SECOND;

/** Writes the words of complete blocks. A conversation without its job, after a crash, is searched directly until its next block. */
@Injectable()
export class WordIndexer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: JobQueue<null>;
  private readonly pool: JobPool<null>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.queue = jobs.queue({ name: 'words', lease: LEASE, backoff: () => AGAIN_AFTER });
    this.pool = jobs.pool({
      queue: this.queue,
      atOnce: 1,
      pollEvery: POLL_EVERY,
      work: ({ key }, signal) => this.work(key, signal),
      attemptsAfter: () => 10,
      describe: (err, { key }) => ({ err, chatId: key }),
    });
  }

  onApplicationBootstrap(): void {
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Queues the conversations in which one of these stored messages completes a block. Never rejects. */
  async noteSent(messages: readonly { chatId: string; seq: number }[]): Promise<void> {
    const keys = new Set(messages.flatMap(({ chatId, seq }) => (seq % BLOCK === 0 ? [chatId] : [])));
    if (keys.size === 0) return;
    try {
      // A worker that has begun may have passed this block already, so it loses its job.
      const jobs = [...keys].map((key) => ({ key, payload: null }));
      await this.queue.add(this.database.manager, jobs, 'restart');
      this.pool.kick();
    } catch (cause) {
      this.log.warn({ err: cause }, 'search words not queued');
    }
  }

  private work(key: string, signal: AbortSignal): Promise<void> {
    if (key === OLD_INDEX) return this.dropOldIndex();
    return key === TRANSCRIPTS ? this.rewriteTranscripts(signal) : this.writeBlocks(key, signal);
  }

  private async dropOldIndex(): Promise<void> {
    await dropOldIndex(this.database).catch((cause: unknown) => {
      throw new RetryAfter(DROP_AGAIN_AFTER, { cause });
    });
  }

  private async rewriteTranscripts(signal: AbortSignal): Promise<void> {
    for (let last: string | undefined = NIL; last !== undefined;) {
      signal.throwIfAborted();
      const [batch]: { last: string }[] = await rewriteTranscripts(this.database, [last]);
      last = batch?.last;
    }
  }

  private async writeBlocks(chatId: string, signal: AbortSignal): Promise<void> {
    for (const { block } of await readUnwritten(this.database, [chatId])) {
      signal.throwIfAborted();
      await this.database.transaction(async (tx) => {
        await lockWords(tx, [chatId]);
        await writeBlock(tx, [chatId, block]);
      });
    }
  }
}

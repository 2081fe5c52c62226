import { type Actor, type SendMediaDto, type SendMessageDto, type SentMessage, messageSent } from '@duet/contracts';
import {
  AppError,
  Batcher,
  Health,
  type Isolation,
  LivePush,
  Outbox,
  databaseIsBusy,
  databaseIsLost,
  requestContext,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { type NewMessage, newMessageOf, newMediaMessageOf } from './new-message.js';
import { MessageWriter, type WriteResult, changeOf } from './message-writer.js';
import { WordIndexer } from './word-indexer.js';

/** Bounds one transaction and the live updates that follow it. Weights are in characters. */
const BATCH = { items: 256, weight: 96 * 1024, inFlight: 4 };

/** The weight of a message without its text: names, ids and the quote. */
const FRAME = 512;

const weigh = ({ content, attachments }: NewMessage): number =>
  FRAME + content.length + (attachments.length > 0 ? JSON.stringify(attachments).length : 0);

/**
 * Without a connection it is unknown whether the commit succeeded; the client's retry with the same id finds out. A lock
 * timeout concerns one conversation. Any other failure concerns one row that cannot be stored.
 */
function isolationOf(cause: unknown): Isolation {
  if (databaseIsLost(cause)) return 'none';
  return databaseIsBusy(cause) ? 'keys' : 'items';
}

/** Sends messages, one or many, through one path. */
@Injectable()
export class MessagesService {
  private readonly batcher: Batcher<NewMessage, WriteResult>;
  private readonly stored: Counter;
  private readonly duration: Histogram;

  constructor(
    @Inject(MessageWriter) private readonly writer: MessageWriter,
    @Inject(WordIndexer) private readonly words: WordIndexer,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Health) { metrics }: Health,
  ) {
    this.stored = new Counter({
      name: 'duet_messages_stored_total',
      help: 'Committed messages',
      registers: [metrics],
    });
    this.duration = new Histogram({
      name: 'duet_message_commit_seconds',
      help: 'Time to commit a batch of messages, including lock waits',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
      registers: [metrics],
    });
    this.batcher = new Batcher((newMessages) => this.commit(newMessages), {
      ...BATCH,
      weigh,
      keyOf: ({ senderId }) => senderId,
      isolate: isolationOf,
    });
  }

  /** @throws AppError NO_PARTNER, CONVERSATION_NOT_FOUND, IDEMPOTENCY_MISMATCH or MESSAGE_NOT_FOUND for the quoted message. */
  send({ userId }: Pick<Actor, 'userId'>, dto: SendMessageDto): Promise<SentMessage> {
    return this.write(newMessageOf(userId, dto));
  }

  /** Sends a message with files that media has stored. @throws as `send` */
  sendMedia({ userId }: Actor, dto: SendMediaDto): Promise<SentMessage> {
    return this.write(newMediaMessageOf(userId, dto));
  }

  private async write(newMessage: NewMessage): Promise<SentMessage> {
    const written = await this.batcher.add(newMessage);
    if (written instanceof AppError) throw written;
    return written;
  }

  /** The commit comes first; the acknowledgements and the push follow it in one turn. */
  private async commit(newMessages: NewMessage[]): Promise<WriteResult[]> {
    const stop = this.duration.startTimer();
    const written = await this.writer.write(newMessages);
    stop();
    for (const [index, one] of written.entries()) {
      if (one instanceof AppError || one.repeated) continue;
      this.stored.inc();
      requestContext.run(newMessages[index]?.context ?? { requestId: '' }, () =>
        this.live.push(messageSent, changeOf(one)),
      );
    }
    this.outbox.kick();
    void this.words.noteSent(written.flatMap((one) => (one instanceof AppError || one.repeated ? [] : [one.message])));
    return written;
  }
}

import { type Actor, type SendMediaDto, type SendMessageDto, type SentMessage, messageSent } from '@duet/contracts';
import { AppError, Health, LivePush, Outbox, databaseIsBusy, databaseIsLost, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { type Draft, draftOf, mediaDraftOf } from './draft.js';
import { GroupCommit } from './group-commit.js';
import { MessageWriter, type Written, changeOf } from './message-writer.js';

/** A group's events leave as one message of the bus, which takes 1 MB; JSON may write one character as six. */
const GROUP = { jobs: 256, weight: 96 * 1024, inFlight: 4 };

/** What a message weighs besides its text: names, ids and the text it quotes. */
const FRAME = 512;

const weigh = ({ content, attachments }: Draft): number => FRAME + content.length + (attachments.length > 0 ? JSON.stringify(attachments).length : 0);

/**
 * Without a connection it is unknown whether the commit got through; the client's retry with the same id finds out. A
 * wait that was given up is a conversation that somebody else holds. Anything else is a row that cannot be stored.
 */
function scopeOf(cause: unknown): 'everybody' | 'one key' | 'one job' {
  if (databaseIsLost(cause)) return 'everybody';
  return databaseIsBusy(cause) ? 'one key' : 'one job';
}

/** Sends messages, one or many, through one path. */
@Injectable()
export class MessagesService {
  private readonly groups: GroupCommit<Draft, Written>;
  private readonly stored: Counter;
  private readonly duration: Histogram;

  constructor(
    @Inject(MessageWriter) private readonly writer: MessageWriter,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Health) { metrics }: Health,
  ) {
    this.stored = new Counter({ name: 'duet_messages_stored_total', help: 'Messages that were committed', registers: [metrics] });
    this.duration = new Histogram({
      name: 'duet_message_commit_seconds',
      help: 'Time to commit a group of messages, locks included',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
      registers: [metrics],
    });
    this.groups = new GroupCommit((drafts) => this.commit(drafts), {
      ...GROUP,
      weigh,
      keyOf: ({ senderId }) => senderId,
      scopeOf,
    });
  }

  /** @throws AppError NO_PARTNER, CONVERSATION_NOT_FOUND, IDEMPOTENCY_MISMATCH or MESSAGE_NOT_FOUND (of the message that it answers). */
  send({ userId }: Pick<Actor, 'userId'>, dto: SendMessageDto): Promise<SentMessage> {
    return this.write(draftOf(userId, dto));
  }

  /** A message of files that media has stored. @throws as `send` */
  sendMedia({ userId }: Actor, dto: SendMediaDto): Promise<SentMessage> {
    return this.write(mediaDraftOf(userId, dto));
  }

  private async write(draft: Draft): Promise<SentMessage> {
    const written = await this.groups.add(draft);
    if (written instanceof AppError) throw written;
    return written;
  }

  /** The commit comes first; the acknowledgements and the push follow it in one turn. */
  private async commit(drafts: Draft[]): Promise<Written[]> {
    const stop = this.duration.startTimer();
    const written = await this.writer.write(drafts);
    stop();
    for (const [index, one] of written.entries()) {
      if (one instanceof AppError || one.repeated) continue;
      this.stored.inc();
      requestContext.run(drafts[index]?.context ?? { requestId: '' }, () => this.live.push(messageSent, changeOf(one)));
    }
    this.outbox.kick();
    return written;
  }
}

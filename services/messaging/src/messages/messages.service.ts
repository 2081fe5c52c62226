import { type Actor, type SendMessageDto, type SentMessage, messageSent } from '@duet/contracts';
import { AppError, LivePush, Outbox, databaseIsBusy, databaseIsLost, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type Draft, draftOf } from './draft.js';
import { GroupCommit } from './group-commit.js';
import { MessageWriter, type Written, changeOf } from './message-writer.js';

/** A group's events leave as one message of the bus, which takes 1 MB; JSON may write one character as six. */
const GROUP = { jobs: 256, weight: 96 * 1024, inFlight: 4 };

/** What a message weighs besides its text: names, ids and the text it quotes. */
const FRAME = 512;

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

  constructor(
    @Inject(MessageWriter) private readonly writer: MessageWriter,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
  ) {
    this.groups = new GroupCommit((drafts) => this.commit(drafts), {
      ...GROUP,
      weigh: ({ content }) => FRAME + content.length,
      keyOf: ({ senderId }) => senderId,
      scopeOf,
    });
  }

  /** @throws AppError NO_PARTNER, IDEMPOTENCY_MISMATCH or MESSAGE_NOT_FOUND (of the message that it answers). */
  async send(actor: Actor, dto: SendMessageDto): Promise<SentMessage> {
    const written = await this.groups.add(draftOf(actor.userId, dto));
    if (written instanceof AppError) throw written;
    return written;
  }

  /** The commit comes first; the acknowledgements and the push follow it in one turn. */
  private async commit(drafts: Draft[]): Promise<Written[]> {
    const written = await this.writer.write(drafts);
    for (const [index, one] of written.entries()) {
      if (one instanceof AppError || one.repeated) continue;
      requestContext.run({ requestId: drafts[index]?.requestId ?? '' }, () => this.live.push(messageSent, changeOf(one)));
    }
    this.outbox.kick();
    return written;
  }
}

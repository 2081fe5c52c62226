import { randomUUID } from 'node:crypto';
import { LIMITS, type SentMessage, type StagedMessage, type StagedUpload, type MessageView, type UploadedMessages, sendMedia } from '@duet/contracts';
import { AppError, type CallContext, LOGGER, type Log, RpcClient } from '@duet/service-kit';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as derived } from 'uuid';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';

/** Each upload costs the work of decoding it. */
const UPLOAD: Limit = { name: 'upload', rates: [{ by: 'user', points: 120, seconds: 600 }] };

const FIELDS = { replyTo: { type: 'string', format: 'uuid' }, clientMessageId: { type: 'string', format: 'uuid' } } as const;
/** The strings of a form; anything else is refused. */
const KEEP_EXIF = { type: 'string', enum: ['true', 'false'] };
const TRANSCRIPT = { type: 'string', maxLength: LIMITS.transcriptLength } as const;
const FILE = { type: 'string', format: 'binary' } as const;

/** Files and voice notes: their bytes go to media first; what it has stored and verified becomes messages. */
@Controller('messages')
export class UploadsController {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  @Post('upload')
  @NoDeadline()
  @RateLimit(UPLOAD)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', required: ['files'], properties: { files: { type: 'array', maxItems: 5, items: FILE }, keepExif: KEEP_EXIF, ...FIELDS } } })
  async upload(@Context() context: CallContext, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<UploadedMessages>> {
    return ok({ messages: await this.send(context, request, reply, await this.media.stage(request, reply, 'files')) });
  }

  @Post('voice')
  @NoDeadline()
  @RateLimit(UPLOAD)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', required: ['voice'], properties: { voice: FILE, transcript: TRANSCRIPT, ...FIELDS } } })
  async voice(@Context() context: CallContext, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<{ message: MessageView }>> {
    const [message] = await this.send(context, request, reply, await this.media.stage(request, reply, 'voice'));
    if (!message) throw new AppError('UNAVAILABLE');
    return ok({ message });
  }

  /** One after the other, so that they stand in the order in which they were chosen; a retry finds those that are there. */
  private async send(context: CallContext, request: FastifyRequest, reply: FastifyReply, upload: StagedUpload): Promise<MessageView[]> {
    const { chatId, replyTo, clientMessageId = randomUUID(), messages } = upload;
    const needless = new Set(messages.flatMap(idsOf));
    const sent: SentMessage[] = [];
    try {
      for (const [index, staged] of messages.entries()) {
        const own = index === 0 ? { clientMessageId, ...(replyTo && { replyTo }) } : { clientMessageId: derived(String(index), clientMessageId) };
        const answer = await this.rpc.call(sendMedia, context, { chatId, ...staged, ...own });
        sent.push(answer);
        for (const { id } of answer.message.attachments) needless.delete(id);
      }
    } catch (cause) {
      // What may have been stored nevertheless stays: media's collector asks before it removes anything.
      if (cause instanceof AppError && cause.status < 500) await this.discard(request, reply, needless);
      throw cause;
    }
    await this.discard(request, reply, needless);
    void reply.status(sent.every(({ repeated }) => repeated) ? 200 : 201);
    return sent.map(({ message }) => message);
  }

  /** Nothing refers to these, and nothing will: they need not wait for the collector. */
  private async discard(request: FastifyRequest, reply: FastifyReply, ids: Set<string>): Promise<void> {
    if (ids.size === 0) return;
    await this.media.discard(request, reply, [...ids]).catch((cause: unknown) => this.log.warn({ err: cause }, 'needless files wait to be collected'));
  }
}

const idsOf = ({ attachments }: StagedMessage): string[] => attachments.map(({ id }) => id);

import { randomUUID } from 'node:crypto';
import {
  type SentMessage,
  type StagedMessage,
  type StagedUpload,
  type MessageView,
  type UploadedMessages,
  sendMedia,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as derived } from 'uuid';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { callTimeout } from '../http/deadline.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';
import { OpenTransfers } from './open-transfers.js';

/** Each upload has to be decoded. */
const UPLOAD: Limit = { name: 'upload', rates: [{ by: 'user', points: 120, seconds: 600 }] };

/** Files and voice notes. Media verifies and stages the bytes, then messaging creates the messages. */
@Controller('messages')
export class UploadsController {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(OpenTransfers) private readonly transfers: OpenTransfers,
  ) {}

  /**
   * Send files.
   *
   * Pictures and videos become one message; every other file becomes its own. Words in `content` belong to the first one. Repeating a `clientMessageId` does not send again.
   *
   * @form files[] FileFieldsDto
   * @answers 200 Already sent
   * @refuses NO_PARTNER CONVERSATION_NOT_FOUND FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE IMAGE_TOO_MANY_PIXELS QUOTA_EXCEEDED
   */
  @Post('upload')
  @NoDeadline()
  @RateLimit(UPLOAD)
  async upload(
    @Context() context: CallContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<UploadedMessages>> {
    return ok({
      messages: await this.sendStaged(context, request, reply, await this.media.stageUpload(request, reply, 'files')),
    });
  }

  /**
   * Send a voice note.
   *
   * Repeating a `clientMessageId` does not send again.
   *
   * @form voice VoiceFieldsDto
   * @answers 200 Already sent
   * @refuses NO_PARTNER CONVERSATION_NOT_FOUND FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE VOICE_TOO_LONG QUOTA_EXCEEDED
   */
  @Post('voice')
  @NoDeadline()
  @RateLimit(UPLOAD)
  async voice(
    @Context() context: CallContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<{ message: MessageView }>> {
    const [message] = await this.sendStaged(
      context,
      request,
      reply,
      await this.media.stageUpload(request, reply, 'voice'),
    );
    if (!message) throw new AppError('UNAVAILABLE');
    return ok({ message });
  }

  /** Sends the messages one by one to preserve the order of the files. A retry finds those that already exist. */
  private async sendStaged(
    context: CallContext,
    request: FastifyRequest,
    reply: FastifyReply,
    upload: StagedUpload,
  ): Promise<MessageView[]> {
    const { chatId, content, replyTo, clientMessageId = randomUUID(), messages } = upload;
    const unused = new Set(messages.flatMap(idsOf));
    const sent: SentMessage[] = [];
    try {
      for (const [index, staged] of messages.entries()) {
        const own =
          index === 0
            ? { clientMessageId, ...(content && { content }), ...(replyTo && { replyTo }) }
            : { clientMessageId: derived(String(index), clientMessageId) };
        const message = { chatId, ...staged, ...own };
        this.transfers.requireSession(request);
        const answer = await this.rpc.call(sendMedia, context, message, callTimeout(request));
        sent.push(answer);
        for (const { id } of answer.message.attachments) unused.delete(id);
      }
    } catch (cause) {
      // After a 5xx the message may exist, so its files stay. Media's collector asks messaging before deleting them.
      if (cause instanceof AppError && cause.status < 500) await this.media.discardStaged({ request, reply }, unused);
      throw cause;
    }
    await this.media.discardStaged({ request, reply }, unused);
    void reply.status(sent.every(({ repeated }) => repeated) ? 200 : 201);
    return sent.map(({ message }) => message);
  }
}

const idsOf = ({ attachments }: StagedMessage): string[] => attachments.map(({ id }) => id);

import { randomUUID } from 'node:crypto';
import { type BatchedResult, type MessageView, SendMessageDto, sendBatch } from '@duet/contracts';
import { AppError, Batcher, RpcClient, timeoutAfter, validateInput } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { DuetSocket } from '../sockets/sockets.js';
import { isolationOf } from './batch-isolation.js';

interface Send {
  userId: string;
  token: string;
  send: SendMessageDto;
}

/** A request and its answer, which repeats and quotes the texts, stay far below the bus's limit of 8 MB. Weights are in bytes. */
const BATCH = { items: 256, weight: 256 * 1024, inFlight: 2 };

/** An upper bound of a send's bytes on the bus, including ids and field names: JSON may write one character as six. */
const weigh = ({ token, send }: Send): number => token.length + send.content.length * 6 + 512;

/**
 * Batches `send_message` to messaging, which authorises, validates and commits each send. A send is validated here too before
 * it joins other people's sends, and gets an id, so that a failed batch can be repeated.
 */
@Injectable()
export class Sends {
  private readonly batcher: Batcher<Send, BatchedResult>;

  constructor(@Inject(RpcClient) rpc: RpcClient) {
    this.batcher = new Batcher(
      (sends, waited) =>
        rpc.call(
          sendBatch,
          { requestId: randomUUID() },
          { sends: sends.map(({ token, send }) => ({ token, send })) },
          timeoutAfter(waited),
        ),
      { ...BATCH, weigh, keyOf: (send) => send.userId, isolate: isolationOf },
    );
  }

  /** @throws AppError VALIDATION_FAILED; messaging's error for this message; TIMEOUT if it is unknown whether it was stored. */
  async send({ data }: DuetSocket, input: unknown): Promise<MessageView> {
    const dto = validateInput(SendMessageDto, input);
    const send = { ...dto, clientMessageId: dto.clientMessageId ?? randomUUID() };
    const result = await this.batcher.add({ userId: data.userId, token: data.token, send });
    if (!result.ok) throw new AppError(result.failure.code, result.failure);
    return result.message;
  }
}

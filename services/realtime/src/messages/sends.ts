import { randomUUID } from 'node:crypto';
import { type BatchedResult, LIMITS, type MessageView, sendBatch } from '@duet/contracts';
import { AppError, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { DuetSocket } from '../sockets/sockets.js';
import { Gatherer } from './gatherer.js';

interface Send {
  userId: string;
  token: string;
  send: unknown;
}

/** A request and its answer, which quotes and repeats the texts, stay under the 1 MB that the bus carries. */
const BATCH = { items: 256, weight: 256 * 1024, inFlight: 2 };

/** Who waited behind a batch that nobody answered still hears within the time of any call. */
const patience = (waited: number): number => Math.min(LIMITS.serviceCallTimeout, Math.max(LIMITS.gatewayDeadline - waited, 1_000));

/** An upper bound of what a send costs on the bus: JSON may write one character as six. */
function weigh({ token, send }: Send): number {
  if (typeof send !== 'object' || send === null) return token.length;
  const texts = Object.values(send).map((value) => (typeof value === 'string' ? value.length * 6 : LIMITS.socketFrameBytes));
  return texts.reduce((sum, length) => sum + length, token.length);
}

/** Carries `send_message` to messaging, which authorises, validates and commits each send by itself. */
@Injectable()
export class Sends {
  private readonly gatherer: Gatherer<Send, BatchedResult>;

  constructor(@Inject(RpcClient) rpc: RpcClient) {
    this.gatherer = new Gatherer(
      (sends, waited) => rpc.call(sendBatch, { requestId: randomUUID() }, { sends: sends.map(({ token, send }) => ({ token, send })) }, patience(waited)),
      { ...BATCH, weigh, keyOf: (send) => send.userId },
    );
  }

  /** @throws AppError the message's own refusal; TIMEOUT when it is unknown whether it was stored. */
  async send({ data }: DuetSocket, send: unknown): Promise<MessageView> {
    const result = await this.gatherer.add({ userId: data.userId, token: data.token, send });
    if (!result.ok) throw new AppError(result.failure.code, result.failure);
    return result.message;
  }
}

import { type KeepMessageDto, type Kept, keepMessage, planKeeping } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { FileCopies } from '../media/file-copies.js';

/** Messages that become contributions: media copies their files, then memories refers to the copies or refuses. */
@Injectable()
export class KeptMessages {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(FileCopies) private readonly copies: FileCopies,
  ) {}

  /** @throws AppError the refusals of memories and media; RATE_LIMITED; UNAVAILABLE, TIMEOUT when the outcome is unknown */
  async keep(context: CallContext, exchange: Exchange, dto: KeepMessageDto): Promise<Kept> {
    const { capsuleId, fileIds } = await this.rpc.call(planKeeping, context, dto);
    if (capsuleId === null) return this.rpc.call(keepMessage, context, dto);
    return this.copies.copyFor(exchange, { type: 'capsule', id: capsuleId }, { ids: fileIds }, async (attachments) => {
      const kept = await this.rpc.call(keepMessage, context, { ...dto, capsuleId, attachments });
      return { answer: kept, used: kept.contribution.attachments.map(({ id }) => id) };
    });
  }
}

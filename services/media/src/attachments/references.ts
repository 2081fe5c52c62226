import {
  type FileOwnerType,
  attachmentsInUse,
  challengeFilesInUse,
  memoryFilesInUse,
  storyFilesInUse,
  wantedPreview,
} from '@duet/contracts';
import { RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

const ENTITY_FILES = { capsule: memoryFilesInUse, challenge: challengeFilesInUse, story: storyFilesInUse } as const;

/** The request that asks; a job outside of one has an id for each question. */
const context = (): { requestId: string } => ({ requestId: requestContext.requestId() || randomUUID() });

/** Asks the other services which files they refer to; events may be late. */
@Injectable()
export class References {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Those of `ids` that a message refers to. @param ids at most 500 @throws AppError UNAVAILABLE, TIMEOUT */
  async findUsed(ids: string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return (await this.rpc.call(attachmentsInUse, context(), { ids })).ids;
  }

  /** Those of `ids` that an entity of this type refers to. @param ids at most 500 @throws AppError UNAVAILABLE, TIMEOUT */
  async findUsedByEntities(type: FileOwnerType, ids: string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return (await this.rpc.call(ENTITY_FILES[type], context(), { ids })).ids;
  }

  /** The link of the message that needs a preview; null for none. Events never contain links. @throws AppError UNAVAILABLE, TIMEOUT */
  async findPreviewLink(messageId: string): Promise<string | null> {
    return (await this.rpc.call(wantedPreview, context(), { messageId })).url;
  }
}

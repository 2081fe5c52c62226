import { attachmentsInUse, wantedPreview } from '@duet/contracts';
import { RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** What messages refer to, by messaging's own word: what facts tell of it may be a moment late. */
@Injectable()
export class References {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Which of these files. @param ids 500 at most @throws AppError UNAVAILABLE, TIMEOUT */
  async of(ids: string[]): Promise<string[]> {
    return (await this.rpc.call(attachmentsInUse, { requestId: requestContext.requestId() || 'references' }, { ids })).ids;
  }

  /** To which link a preview is wanted now; null for none. No fact holds it. @throws AppError UNAVAILABLE, TIMEOUT */
  async linkOf(messageId: string): Promise<string | null> {
    return (await this.rpc.call(wantedPreview, { requestId: requestContext.requestId() || 'references' }, { messageId })).url;
  }
}

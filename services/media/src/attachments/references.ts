import { attachmentsInUse } from '@duet/contracts';
import { RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** Which files messages refer to, by messaging's own word: what facts tell of it may be a moment late. */
@Injectable()
export class References {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** @param ids 500 at most @throws AppError UNAVAILABLE, TIMEOUT */
  async of(ids: string[]): Promise<string[]> {
    return (await this.rpc.call(attachmentsInUse, { requestId: requestContext.requestId() || 'references' }, { ids })).ids;
  }
}

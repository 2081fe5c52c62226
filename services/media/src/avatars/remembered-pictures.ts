import { picturesInUse } from '@duet/contracts';
import { RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** Asks pairing which former avatars ex-partners and blocked users still see. */
@Injectable()
export class RememberedPictures {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** @param pictures at most 200 @returns the keys of those in use @throws AppError UNAVAILABLE, TIMEOUT */
  async findUsed(pictures: readonly { key: string; userId: string }[]): Promise<string[]> {
    const input = { keys: pictures.map(({ key }) => key), userIds: [...new Set(pictures.map(({ userId }) => userId))] };
    return (await this.rpc.call(picturesInUse, { requestId: 'former-avatars' }, input)).keys;
  }
}

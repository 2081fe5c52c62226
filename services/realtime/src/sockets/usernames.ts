import { randomUUID } from 'node:crypto';
import { getProfile } from '@duet/contracts';
import { LOGGER, type Log, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { LocalUser } from './sockets.js';

/** The usernames in `user_typing`. Queries auth once for each connected person who types. */
@Injectable()
export class Usernames {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  async usernameOf(user: LocalUser, token: string): Promise<string> {
    user.username ??= this.ask(user, token);
    return user.username;
  }

  private async ask(user: LocalUser, token: string): Promise<string> {
    try {
      return (await this.rpc.call(getProfile, { token, requestId: randomUUID() }, {})).username;
    } catch (cause) {
      this.log.debug({ err: cause }, 'username read failed');
      user.username = null;
      return '';
    }
  }
}

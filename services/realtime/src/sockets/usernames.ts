import { randomUUID } from 'node:crypto';
import { getProfile } from '@duet/contracts';
import { LOGGER, type Log, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { LocalUser } from './sockets.js';

/** The names that `user_typing` shows: asked of auth once for each connected person who types. */
@Injectable()
export class Usernames {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  async of(user: LocalUser, token: string): Promise<string> {
    user.username ??= this.ask(user, token);
    return user.username;
  }

  private async ask(user: LocalUser, token: string): Promise<string> {
    try {
      return (await this.rpc.call(getProfile, { token, requestId: randomUUID() }, {})).username;
    } catch (cause) {
      this.log.debug({ err: cause }, 'a username could not be read');
      user.username = null;
      return '';
    }
  }
}

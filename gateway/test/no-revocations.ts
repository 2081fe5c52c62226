import { type Call, type RevokedSession, RevokedSinceDto, listRevokedSessions } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller } from '@nestjs/common';

/** Auth in which no session has ended: the gateway answers calls of sessions only once it has read the list. */
@Controller()
export class NoRevocations {
  @Rpc(listRevokedSessions) async revoked(_call: Call, _dto: RevokedSinceDto): Promise<RevokedSession[]> {
    return [];
  }
}

import {
  type AccountSettings,
  type RestitutionRecord,
  type RestitutionRecords,
  finishRestitution,
  getAccountLanguage,
  listRestitution,
} from '@duet/contracts';
import { RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FormerMember } from './restitutions.service.js';

/** Asks memories what the members of a purged couple get back, and to delete the rest; asks auth for their languages. */
@Injectable()
export class RestitutionSource {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  async recordsOf(member: FormerMember, signal: AbortSignal): Promise<RestitutionRecord[]> {
    const all: RestitutionRecord[] = [];
    for (let after: string | null | undefined = undefined; after !== null;) {
      signal.throwIfAborted();
      const given = after === undefined ? { ...member } : { ...member, after };
      const page: RestitutionRecords = await this.rpc.call(listRestitution, { requestId: member.coupleId }, given);
      all.push(...page.records);
      after = page.next;
    }
    return all;
  }

  async languageOf({ coupleId, userId }: FormerMember): Promise<AccountSettings['language']> {
    return (await this.rpc.call(getAccountLanguage, { requestId: coupleId }, { userId })).language;
  }

  async finish(coupleId: string): Promise<void> {
    await this.rpc.call(finishRestitution, { requestId: coupleId }, { coupleId });
  }
}

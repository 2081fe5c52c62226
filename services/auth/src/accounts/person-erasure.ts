import { userDeleted } from '@duet/contracts';
import { FactErasure, OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Takes back what was told of a person who deleted the account. Our own fact starts it: it comes after everything that
 * was told before, and again until the work is done.
 */
@Injectable()
export class PersonErasure {
  constructor(@Inject(FactErasure) private readonly facts: FactErasure) {}

  @OnFact(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.facts.erase([userId]);
  }
}

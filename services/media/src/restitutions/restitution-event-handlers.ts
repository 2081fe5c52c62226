import { type CouplePurged, couplePurged, userDeleted } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService } from '../couples/couples.service.js';
import { RestitutionWorker } from './restitution-worker.js';
import { RestitutionsService } from './restitutions.service.js';

@Injectable()
export class RestitutionEventHandlers {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RestitutionsService) private readonly restitutions: RestitutionsService,
    @Inject(RestitutionWorker) private readonly worker: RestitutionWorker,
  ) {}

  @OnEvent(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const couple = await this.couples.findCouple(coupleId);
    if (!couple || couple.version > version) return;
    if (couple.active) throw new Error('the couple is still active: its unlink event has not arrived yet');
    await this.worker.add(coupleId);
  }

  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.restitutions.erase(userId);
  }
}

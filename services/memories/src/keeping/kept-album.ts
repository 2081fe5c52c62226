import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { albumTitles } from '../capsules/album-titles.js';
import { newCapsule } from '../capsules/new-capsule.js';
import { OnlyCapsules } from '../capsules/only-capsules.js';

/** The couple's one album of kept things. */
@Injectable()
export class KeptAlbum {
  constructor(
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The album's id. The first keeping creates it. @throws AppError NO_PARTNER, TOO_MANY_CAPSULES */
  async findOrCreate(userId: string): Promise<string> {
    const wanted = { title: albumTitles.keptMoments(), kind: 'keepsake', source: 'chat', clientId: uuid() } as const;
    const { capsuleId } = await this.only.findOrMake(userId, {
      key: { collectsKept: true },
      make: ({ coupleId }) => newCapsule(userId, coupleId, wanted, this.clock.now()),
    });
    return capsuleId;
  }
}

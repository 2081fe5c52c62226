import type { GoalKeepsakePart, GoalKeepsakeSource, GoalKept } from '@duet/contracts';
import { Clock, dayIn } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Capsule } from '../capsules/capsule.entity.js';
import { insertContribution } from '../capsules/contribution-files.js';
import { Contribution, NOT_KEPT } from '../capsules/contribution.entity.js';
import { newCapsule } from '../capsules/new-capsule.js';
import { OnlyCapsules } from '../capsules/only-capsules.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { KeptSources } from '../keeping/kept-sources.js';

/** The one keepsake of an achieved goal: an album with the way to it, to which both can add. */
@Injectable()
export class GoalKeepsakesService {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(OnlyCapsules) private readonly only: OnlyCapsules,
    @Inject(KeptSources) private readonly sources: KeptSources,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Makes the keepsake. Any later call, also one at the same moment, answers with the same one.
   * @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, TOO_MANY_CAPSULES, UNAVAILABLE, TIMEOUT
   */
  async keep(userId: string, goalId: string): Promise<GoalKept> {
    const source = await this.sources.findGoal(await this.couples.findMembership(userId), goalId);
    const { capsuleId } = await this.only.findOrMake(userId, {
      key: { goalId },
      make: (member) => this.newKeepsake(member, goalId, source),
      fill: async ({ tx }, capsule, member) => {
        for (const part of source.parts) await insertContribution(tx, this.contributionOf(part, capsule, member), []);
        return [];
      },
    });
    return { capsuleId };
  }

  private newKeepsake({ userId, coupleId }: Membership, goalId: string, { title, why }: GoalKeepsakeSource): Capsule {
    const wanted = { title, description: why, kind: 'keepsake', source: 'goal', goalId, clientId: uuid() } as const;
    return newCapsule(userId, coupleId, wanted, this.clock.now());
  }

  private contributionOf(
    { id: clientId, author: authorId, text, at }: GoalKeepsakePart,
    { id: capsuleId, coupleId }: Capsule,
    { timezone }: Membership,
  ): Contribution {
    return Object.assign(new Contribution(), {
      id: uuid(),
      capsuleId,
      coupleId,
      authorId,
      clientId,
      kind: 'text' as const,
      text,
      ...NOT_KEPT,
      placeLabel: null,
      lat: null,
      lng: null,
      happenedOn: dayIn(new Date(at), timezone),
      visibility: 'shared' as const,
      createdAt: this.clock.now(),
      editedAt: null,
    });
  }
}

import { isDeepStrictEqual } from 'node:util';
import { couplePartsChanged, wholePerson } from '@duet/contracts';
import type { UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type PersonChange, PersonChanges } from '../people/person-changes.js';
import { PeopleService } from '../people/people.service.js';
import { Couple } from './couple.entity.js';
import { CouplesService } from './couples.service.js';
import { partsHiddenBy } from './hidden-parts.js';

/** Changes the parts of a couple when a member switches one off or on. */
@Injectable()
export class CoupleParts {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(PersonChanges) personChanges: PersonChanges,
  ) {
    personChanges.subscribe((unit, change) => this.apply(unit, change));
  }

  private async apply(unit: UnitOfWork, { before, now }: PersonChange): Promise<void> {
    const { tx } = unit;
    if (isDeepStrictEqual(before.hiddenParts, wholePerson(now).hiddenParts)) return;
    const link = await this.couples.findLink(now._id, tx);
    if (!link) return;
    const { id } = link.couple;
    const couple = await tx.findOneOrFail(Couple, { where: { id }, lock: { mode: 'for_no_key_update' } });
    // Read under the couple's lock: the other member may have changed a switch at the same moment.
    const members = await this.people.findPeople(tx, [now._id, link.partnerId]);
    const hiddenParts = partsHiddenBy([...members.values()]);
    if (isDeepStrictEqual(hiddenParts, couple.hiddenParts)) return;
    const hiddenVersion = couple.hiddenVersion + 1;
    await tx.update(Couple, { id }, { hiddenParts, hiddenVersion });
    await unit.record(couplePartsChanged, id, {
      coupleId: id,
      hidden: { parts: hiddenParts, version: hiddenVersion },
    });
  }
}

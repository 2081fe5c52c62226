import {
  type Call,
  DONE,
  type Done,
  FormerPicturesDto,
  type PersonSettledDto,
  type PersonView,
  SearchPeopleDto,
  personSettled,
  picturesInUse,
  searchPeople,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { Acquaintances } from './acquaintances.service.js';
import { PeopleSearch } from './people-search.service.js';
import { PeopleService } from './people.service.js';

@Controller()
export class PeopleController {
  constructor(
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(PeopleSearch) private readonly finder: PeopleSearch,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
  ) {}

  @Rpc(searchPeople)
  search(call: Call<'user'>, dto: SearchPeopleDto): Promise<PersonView[]> {
    return this.finder.search(call.actor.userId, dto.q);
  }

  @Rpc(picturesInUse)
  async picturesInUse(_call: Call<'process'>, dto: FormerPicturesDto): Promise<{ keys: string[] }> {
    return { keys: await this.acquaintances.picturesInUse(dto) };
  }

  @Rpc(personSettled)
  async settled(_call: Call, dto: PersonSettledDto): Promise<Done> {
    await this.people.waitForVersion(dto.userId, dto.version);
    return DONE;
  }
}

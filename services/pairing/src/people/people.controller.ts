import { type Call, DONE, type Done, type PersonSettledDto, type PersonView, SearchPeopleDto, personSettled, searchPeople } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { PeopleSearch } from './people-search.service.js';
import { PeopleService } from './people.service.js';

@Controller()
export class PeopleController {
  constructor(
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(PeopleSearch) private readonly finder: PeopleSearch,
  ) {}

  @Rpc(searchPeople)
  search(call: Call<'user'>, dto: SearchPeopleDto): Promise<PersonView[]> {
    return this.finder.search(call.actor.userId, dto.q);
  }

  @Rpc(personSettled)
  async settled(_call: Call, dto: PersonSettledDto): Promise<Done> {
    await this.people.settled(dto.userId, dto.version);
    return DONE;
  }
}

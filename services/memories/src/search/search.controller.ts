import { type Call, type FoundMemories, SearchMemoriesDto, searchMemories } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(@Inject(SearchService) private readonly memories: SearchService) {}

  @Rpc(searchMemories)
  search({ actor }: Call<'user'>, dto: SearchMemoriesDto): Promise<FoundMemories> {
    return this.memories.search(actor.userId, dto);
  }
}

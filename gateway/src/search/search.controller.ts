import { LIMITS, SEARCH_GROUPS, type SearchGroup, SearchQueryDto, type SearchResults } from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { SEARCHED } from './search-groups.js';
import { SEARCH } from './search.limits.js';

const nothing = (): { hits: never[]; more: boolean } => ({ hits: [], more: false });

const emptyResults = (): SearchResults => ({
  memories: nothing(),
  challenges: nothing(),
  goals: nothing(),
  stories: nothing(),
  wishes: nothing(),
  lists: nothing(),
  questions: nothing(),
  dates: nothing(),
  messages: nothing(),
  unavailable: [],
});

/** Searches everything that the two share. */
@Translated()
@Controller('search')
export class SearchController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /**
   * Search what the two share, by words.
   *
   * Each group holds what its service finds for the caller; what is sealed or not revealed matches nowhere. A group whose
   * service does not answer in time is empty and named in `unavailable`; if no group answers, the call fails.
   * @refuses NO_PARTNER
   */
  @Get()
  @RateLimit(SEARCH)
  async search(
    @Context() context: CallContext,
    @Query() { q, types = [...SEARCH_GROUPS], limit = LIMITS.searchHits }: SearchQueryDto,
  ): Promise<Answer<SearchResults>> {
    const results = emptyResults();
    const failures: AppError[] = [];
    const fill = async <Group extends SearchGroup>(group: Group): Promise<void> => {
      try {
        results[group] = await SEARCHED[group](this.rpc, context, { q, limit });
      } catch (cause) {
        // A refusal concerns the caller; only a service that fails is left out.
        if (!(cause instanceof AppError) || cause.status < 500) throw cause;
        failures.push(cause);
        results.unavailable.push(group);
      }
    };
    await Promise.all(types.map(fill));
    const [failure] = failures;
    if (failure && failures.length === types.length) throw failure;
    return ok({ ...results, unavailable: SEARCH_GROUPS.filter((group) => results.unavailable.includes(group)) });
  }
}

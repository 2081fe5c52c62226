import type { CapsuleKind, TimelineQueryDto } from '@duet/contracts';
import { useSearchParams } from 'react-router-dom';
import { usePartner } from '../../../platform/account/partner-status.js';
import { useSession } from '../../../platform/session/session.js';

/** The filter of the list, the timeline and the map. */
export type MemoryFilter = Pick<TimelineQueryDto, 'year' | 'author' | 'tag' | 'kind' | 'shelf'>;

const KINDS: readonly CapsuleKind[] = ['timed', 'keepsake'];

/** A year as the server accepts it; a link may hold anything. */
export function yearIn(given: string | null): number | undefined {
  return given !== null && /^(19|20|21)\d\d$/.test(given) ? Number(given) : undefined;
}

function filterOf(params: URLSearchParams, people: readonly (string | undefined)[]): MemoryFilter {
  const year = yearIn(params.get('year'));
  const author = people.find((id) => id !== undefined && id === params.get('author'));
  const tag = params.get('tag');
  const kind = KINDS.find((one) => one === params.get('kind'));
  return {
    ...(year !== undefined && { year }),
    ...(author !== undefined && { author }),
    ...(tag !== null && tag !== '' && tag.length <= 30 && { tag }),
    ...(kind !== undefined && { kind }),
    ...(params.has('favourites') && { shelf: 'favourites' as const }),
  };
}

/** Changes the parameters of the address; null removes one. A new entry of the history, so that the way back undoes it. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string | null>, options?: { replace: boolean }): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, options);
  return { params, change };
}

/** The filter in the address. */
export function useMemoryFilter(): MemoryFilter {
  const { params } = useAddress();
  const { user } = useSession();
  const { partner } = usePartner();
  return filterOf(params, [user?._id, partner?._id]);
}

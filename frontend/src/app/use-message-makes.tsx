import type { TogetherPart } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Bookmark, CalendarHeart, Gift, ListPlus } from 'lucide-react';
import { type ReactNode, Suspense, lazy, useMemo, useState } from 'react';
import { keepMessage } from '../features/memories/keeping/keep-requests.js';
import type { MessageMake } from '../features/messages/actions/acts.js';
import { hasOwnWords, isKeepable } from '../features/messages/actions/message-kinds.js';
import { useHiddenParts } from '../platform/account/parts.js';
import { t } from '../texts/index.js';

/** A thing that a message is about to become; the person may still change its title. */
interface Draft {
  what: 'wish' | 'item' | 'date';
  title: string;
}

const WishForm = lazy(async () => ({ default: (await import('../features/wishes/wish-form.js')).WishForm }));
const ListItemForm = lazy(async () => ({
  default: (await import('../features/lists/list-item-form.js')).ListItemForm,
}));
const DateEditor = lazy(async () => ({ default: (await import('../features/dates/date-editor.js')).DateEditor }));

const ICON = { size: 18, 'aria-hidden': true } as const;

/** The beginning of a text as one line, no longer than a title may be. */
const titleOf = (content: string): string =>
  [...content.replaceAll(/\s+/g, ' ').trim()].slice(0, LIMITS.dateTitleLength).join('').trim();

/** Every thing that a message can become, in the order of the menu, and the form of the chosen one. */
export function useMessageMakes(): { makes: readonly MessageMake[]; form: ReactNode } {
  const [draft, setDraft] = useState<Draft | null>(null);
  const hidden = useHiddenParts();
  const makes = useMemo((): MessageMake[] => {
    const begin = (what: Draft['what']): MessageMake['make'] => {
      return ({ content }) => setDraft({ what, title: titleOf(content) });
    };
    const makes: (MessageMake & { part?: TogetherPart })[] = [
      {
        id: 'keep',
        label: t('common.keepThis'),
        icon: <Bookmark {...ICON} />,
        isOffered: isKeepable,
        make: keepMessage,
      },
      {
        id: 'wish',
        part: 'wishes',
        label: t('cards.makeWish'),
        icon: <Gift {...ICON} />,
        isOffered: hasOwnWords,
        make: begin('wish'),
      },
      {
        id: 'item',
        part: 'lists',
        label: t('cards.makeItem'),
        icon: <ListPlus {...ICON} />,
        isOffered: hasOwnWords,
        make: begin('item'),
      },
      {
        id: 'date',
        label: t('cards.makeDate'),
        icon: <CalendarHeart {...ICON} />,
        isOffered: hasOwnWords,
        make: begin('date'),
      },
    ];
    return makes.filter(({ part }) => part === undefined || !hidden.includes(part));
  }, [hidden]);
  const close = (): void => setDraft(null);
  const form = draft && (
    <Suspense fallback={null}>
      {draft.what === 'wish' && <WishForm title={draft.title} isOpen onClose={close} />}
      {draft.what === 'item' && <ListItemForm title={draft.title} isOpen onClose={close} />}
      {draft.what === 'date' && <DateEditor date={null} title={draft.title} isOpen onClose={close} />}
    </Suspense>
  );
  return { makes, form };
}

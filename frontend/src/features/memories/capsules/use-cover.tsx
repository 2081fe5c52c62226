import type { CapsuleView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Image, ImageMinus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../../../texts/index.js';
import type { MenuEntry } from '../../../ui/menu-entry.js';
import { toast } from '../../../ui/toast-queue.js';
import { attempt } from '../../../api/attempt.js';
import { useChangeCapsuleMutation, useSetCoverMutation } from './capsules-api.js';

interface CoverChoice {
  entries: MenuEntry[];
  /** The field behind the entries; it is always on the page. */
  field: ReactNode;
  isPending: boolean;
}

/** The items of a menu about the cover of a capsule. */
export function useCover({ _id: id, cover, version, actions }: CapsuleView): CoverChoice {
  const input = useRef<HTMLInputElement>(null);
  const [set, { isLoading }] = useSetCoverMutation();
  const [change] = useChangeCapsuleMutation();
  const choose = (picture: File | undefined): void => {
    if (!picture) return;
    if (picture.size > LIMITS.fileBytes) return void toast.error(t('media.fileTooLarge', { name: picture.name }));
    void attempt(set({ id, clientId: crypto.randomUUID(), picture }));
  };
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept="image/*,.heic,.heif"
      aria-label={t('capsules.cover')}
      onChange={({ target }) => {
        choose(target.files?.[0]);
        // Without this, choosing the same file again fires no event.
        target.value = '';
      }}
    />
  );
  if (!actions.includes('change_appearance')) return { entries: [], field: null, isPending: false };
  const entries: MenuEntry[] = [
    {
      id: 'cover',
      label: t(cover ? 'capsules.changeCover' : 'capsules.chooseCover'),
      icon: <Image size={18} />,
      onAction: () => input.current?.click(),
    },
    ...(cover
      ? [
          {
            id: 'no-cover',
            label: t('capsules.removeCover'),
            icon: <ImageMinus size={18} />,
            onAction: () => void attempt(change({ id, version, coverId: null })),
          },
        ]
      : []),
  ];
  return { entries, field, isPending: isLoading };
}

import type { CapsuleView } from '@duet/contracts';
import { Image } from 'lucide-react';
import { t } from '../../../../texts/index.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { toast } from '../../../../ui/toast-queue.js';
import { attempt } from '../../../../api/attempt.js';
import { useChangeCapsuleMutation } from '../capsules-api.js';
import type { Visual } from './album-rows.js';

/** Makes a picture that both see the cover of its capsule. */
export function CoverAction({ capsule, visual }: { capsule: CapsuleView; visual: Visual }) {
  const [change] = useChangeCapsuleMutation();
  const { _id: id, version, cover, status, actions } = capsule;
  const { attachment, contribution } = visual;
  const isSeenByBoth = contribution.visibility === 'shared' || status === 'completed';
  if (attachment.kind !== 'image' || !isSeenByBoth || !actions.includes('change_appearance')) return null;
  const choose = async (): Promise<void> => {
    const isChosen = cover?.id === attachment.id || (await attempt(change({ id, version, coverId: attachment.id })));
    if (isChosen) toast.success(t('capsules.coverChanged'));
  };
  return (
    // Never disabled: the focus would leave the viewer, and Escape would no longer close it.
    <IconButton label={t('capsules.useAsCover')} onPress={() => void choose()}>
      <Image size={20} aria-hidden />
    </IconButton>
  );
}

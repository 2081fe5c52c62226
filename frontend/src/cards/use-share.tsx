import type { CardType } from '@duet/contracts';
import { MessageCircleHeart } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { usePartner } from '../platform/account/partner-status.js';
import { useLive } from '../sync/index.js';
import { t } from '../texts/index.js';
import type { MenuEntry } from '../ui/menu-entry.js';
import { toast } from '../ui/toast-queue.js';

interface Thing {
  type: CardType;
  id: string;
  title: string;
}

/** @returns a function that sends a thing into the conversation as a card; null without a couple */
export function useShare(): ((thing: Thing) => void) | null {
  const { pending } = useLive();
  const { couple } = usePartner();
  const navigate = useNavigate();
  if (!couple) return null;
  return ({ type, id, title }) => {
    void pending.sendCard(couple.chatId, { type, id }, title);
    toast.success(t('cards.shared'), { label: t('cards.openChat'), onAction: () => void navigate('/chat') });
  };
}

/** The entry of a thing's menu that shares it; none without a couple. */
export function useShareEntries(thing: Thing): MenuEntry[] {
  const share = useShare();
  if (!share) return [];
  const icon = <MessageCircleHeart size={18} aria-hidden />;
  return [{ id: 'share', label: t('cards.share'), icon, onAction: () => share(thing) }];
}

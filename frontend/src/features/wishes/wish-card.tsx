import type { WishView } from '@duet/contracts';
import { Check, Gift } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { attempt } from '../../api/attempt.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { type Formats, useFormats } from '../../ui/formats.js';
import { CardTitle, ShelfCard } from '../../ui/shelf.js';
import { tintOfSide } from '../../ui/tint.js';
import { WishMenu } from './wish-menu.js';
import { useConfirmWishMutation, useGiveWishBackMutation, useRedeemWishMutation } from './wishes-api.js';
import styles from './wishes.module.css';

interface CardProps {
  wish: WishView;
  /** The joint points that are free. */
  available: number;
  /** Whether the address leads to this wish. */
  isSought: boolean;
}

/** A wish and its next step. The server says which actions are allowed. */
export function WishCard({ wish, available, isSought }: CardProps) {
  const { self, partner } = useNames();
  const formats = useFormats();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) card.current?.focus();
  }, [isSought]);
  const isMine = wish.createdBy === self;
  const state = stateWords(wish, { isMine, self, partner, formats });
  const missing = wish.status === 'open' && !isMine ? wish.points - available : 0;
  return (
    <ShelfCard ref={card} tabIndex={isSought ? -1 : undefined} tint={tintOfSide(isMine)}>
      <div className={styles.head}>
        <span className={styles.price}>{t('wishes.points', { points: wish.points })}</span>
        <WishMenu wish={wish} />
      </div>
      <CardTitle>
        <span dir="auto">{wish.title}</span>
      </CardTitle>
      {state !== '' && <p className={styles.soft}>{state}</p>}
      {missing > 0 && <p className={styles.soft}>{t('wishes.missing', { points: missing })}</p>}
      <Presses wish={wish} />
    </ShelfCard>
  );
}

function Presses({ wish: { _id: id, title, actions } }: Pick<CardProps, 'wish'>) {
  const [redeem, redeeming] = useRedeemWishMutation();
  const [confirm, confirming] = useConfirmWishMutation();
  const [giveBack, givingBack] = useGiveWishBackMutation();
  if (!actions.some((action) => ['redeem', 'confirm', 'give_back'].includes(action))) return null;
  return (
    <div className={styles.row}>
      {actions.includes('redeem') && (
        <Button
          look="primary"
          isPending={redeeming.isLoading}
          onPress={() => void attempt(redeem({ id }))}
          aria-label={t('wishes.redeemTitle', { title })}
        >
          <Gift size={18} aria-hidden />
          {t('wishes.redeem')}
        </Button>
      )}
      {actions.includes('confirm') && (
        <Button
          look="primary"
          isPending={confirming.isLoading}
          onPress={() => void attempt(confirm({ id }))}
          aria-label={t('wishes.confirmTitle', { title })}
        >
          <Check size={18} aria-hidden />
          {t('wishes.confirm')}
        </Button>
      )}
      {actions.includes('give_back') && (
        <Button
          look="ghost"
          isPending={givingBack.isLoading}
          onPress={() => void attempt(giveBack({ id }))}
          aria-label={t('wishes.giveBackTitle', { title })}
        >
          {t('wishes.giveBack')}
        </Button>
      )}
    </div>
  );
}

interface Reader {
  isMine: boolean;
  self: string | undefined;
  partner: string;
  formats: Formats;
}

/** Where the wish stands; empty while it is open. */
function stateWords(wish: WishView, { isMine, self, partner, formats: { date } }: Reader): string {
  const { status, confirmedBy, lapsesAt, fulfilledAt } = wish;
  if (fulfilledAt !== null) return t('wishes.cameTrueOn', { date: date(fulfilledAt) });
  if (status !== 'redeemed' || lapsesAt === null) return '';
  const chosen = t(isMine ? 'wishes.chosenByPartner' : 'wishes.chosenByYou', { partner });
  if (confirmedBy === null) return `${chosen} ${t('wishes.setAside', { date: date(lapsesAt) })}`;
  return t(confirmedBy === self ? 'wishes.youConfirmed' : 'wishes.partnerConfirmed', { partner });
}

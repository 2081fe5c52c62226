import { TEXTS } from '@duet/contracts/plain';
import { useEffect } from 'react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import type { KeptInvite } from './kept-invite.js';
import styles from './partners.module.css';
import { useLinkPartnerMutation, useLookUpInviteQuery } from './partners-api.js';
import { whyNotLinked } from './why-not-linked.js';

interface TakeInviteProps {
  invite: KeptInvite;
  /** The person has just followed the link, and wants to know when it no longer works. */
  isFromLink: boolean;
  onKeep: (invite: KeptInvite) => void;
  onForget: () => void;
}

/** The page after an invite link: names the inviting user, and links after a confirmation. "Not now" keeps it as a line. */
export function TakeInvite({ invite: { code, isPutAway }, isFromLink, onKeep, onForget }: TakeInviteProps) {
  const { data: offer, error: unknown } = useLookUpInviteQuery(code);
  const [link, { isLoading, error: refused }] = useLinkPartnerMutation();
  const isGone = unknown !== undefined && failureOf(unknown).code === 'INVITE_NOT_FOUND';
  useEffect(() => {
    if (isGone && !isFromLink) onForget();
  }, [isGone, isFromLink, onForget]);
  const accept = async (): Promise<void> => {
    const { data: answer } = await link({ partnerIdentifier: code });
    if (!answer?.partner) return;
    onForget();
    toast.success(TEXTS.success.linkPartner);
  };
  if (isPutAway || (isGone && !isFromLink))
    return (
      offer && (
        <Banner
          action={
            <Button look="ghost" size="small" onPress={() => onKeep({ code, isPutAway: false })}>
              {t('partners.lookAtTheInvite')}
            </Button>
          }
        >
          {t('partners.firstNameInvitedYou', { firstName: offer.firstName })}
        </Banner>
      )
    );
  const error = refused ?? unknown;
  return (
    <Card
      title={offer ? t('partners.firstNameInvitedYou', { firstName: offer.firstName }) : t('partners.youWereInvited')}
    >
      {!offer && !error && <Skeleton className={styles.offer} />}
      {error !== undefined && <Banner tone="error">{whyNotLinked(error)}</Banner>}
      {offer && <p className={styles.soft}>{t('partners.linkToShare', { firstName: offer.firstName })}</p>}
      <div className={styles.inline}>
        {offer && (
          <Button look="primary" onPress={() => void accept()} isPending={isLoading}>
            {t('partners.linkWithFirstName', { firstName: offer.firstName })}
          </Button>
        )}
        <Button look="ghost" onPress={() => (isGone ? onForget() : onKeep({ code, isPutAway: true }))}>
          {isGone ? t('common.close') : t('partners.notNow')}
        </Button>
      </div>
    </Card>
  );
}

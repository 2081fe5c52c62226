import { TEXTS } from '@duet/contracts/plain';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';
import { useLinkPartnerMutation, useLookUpInviteQuery } from './partners-api.js';
import { whyNotLinked } from './why-not-linked.js';

/** The page after an invite link: names the inviting user, and links after a confirmation. */
export function TakeInvite({ code, onDone }: { code: string; onDone: () => void }) {
  const { data: offer, error: unknown } = useLookUpInviteQuery(code);
  const [link, { isLoading, error: refused }] = useLinkPartnerMutation();
  const accept = async (): Promise<void> => {
    const { data: answer } = await link({ partnerIdentifier: code });
    if (!answer?.partner) return;
    toast.success(TEXTS.success.linkPartner);
    onDone();
  };
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
        <Button look="ghost" onPress={onDone}>
          {t('partners.notNow')}
        </Button>
      </div>
    </Card>
  );
}

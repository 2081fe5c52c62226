import { TEXTS } from '@duet/contracts/plain';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';
import { useLinkPartnerMutation, useLookUpInviteQuery } from './partners-api.js';
import { whyNotLinked } from './why-not-linked.js';

/** Somebody came by an invite link: says who asked, and links only when they say yes. */
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
    <Card title={offer ? `${offer.firstName} invited you` : 'You were invited'}>
      {!offer && !error && <Skeleton className={styles.offer} />}
      {error !== undefined && <Banner tone="error">{whyNotLinked(error)}</Banner>}
      {offer && <p className={styles.soft}>Link with {offer.firstName} to share one conversation, for the two of you alone.</p>}
      <div className={styles.inline}>
        {offer && (
          <Button look="primary" onPress={() => void accept()} isPending={isLoading}>
            Link with {offer.firstName}
          </Button>
        )}
        <Button look="ghost" onPress={onDone}>
          Not now
        </Button>
      </div>
    </Card>
  );
}

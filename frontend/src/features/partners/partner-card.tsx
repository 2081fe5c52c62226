import type { PartnerView } from '@duet/contracts';
import { useState } from 'react';
import { asCalled, usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useFormats } from '../../ui/formats.js';
import { late } from '../../ui/late.js';
import { Link } from '../../ui/link.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';
import styles from './partners.module.css';

const UnlinkDialog = late(async () => (await import('./unlink-dialog.js')).UnlinkDialog);

/** The partner, with a link to their page, and Unlink small and last. */
export function PartnerCard({ partner }: { partner: PartnerView }) {
  const { user } = useSession();
  const { nickname } = usePartner();
  const called = asCalled(partner, nickname);
  const { date } = useFormats();
  const [asking, setAsking] = useState(false);
  const wasAsked = useOpenedOnce(asking);
  const since = user?.partnershipDate;
  return (
    <Card title={t('partners.yourPartner')}>
      <div className={styles.partner}>
        <Avatar firstName={called.firstName} lastName={called.lastName} src={partner.avatar} size="large" />
        <div className={styles.who}>
          <p className={styles.name} dir="auto">
            <Link to="/partner" className={styles.link}>
              {called.fullName}
            </Link>
          </p>
          {nickname !== null && <p className={styles.soft}>{partner.fullName}</p>}
          <p className={styles.soft}>@{partner.username}</p>
          {since && <p className={styles.soft}>{t('partners.linkedSinceSince', { since: date(since) })}</p>}
        </div>
      </div>
      <div className={styles.unlink}>
        <Button look="ghost" size="small" onPress={() => setAsking(true)}>
          {t('partners.unlink')}
        </Button>
      </div>
      {wasAsked && <UnlinkDialog partner={partner} isOpen={asking} onClose={() => setAsking(false)} />}
    </Card>
  );
}

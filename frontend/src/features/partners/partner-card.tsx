import type { PartnerView } from '@duet/contracts';
import { useState } from 'react';
import { asCalled, usePartner } from '../../api/partner-status.js';
import { useSession } from '../../api/session.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useFormats } from '../../ui/formats.js';
import styles from './partners.module.css';
import { UnlinkDialog } from './unlink-dialog.js';

/** The partner, and the way out. */
export function PartnerCard({ partner }: { partner: PartnerView }) {
  const { user } = useSession();
  const { nickname } = usePartner();
  const called = asCalled(partner, nickname);
  const { date } = useFormats();
  const [asking, setAsking] = useState(false);
  const since = user?.partnershipDate;
  return (
    <Card title="Your partner">
      <div className={styles.partner}>
        <Avatar firstName={called.firstName} lastName={called.lastName} src={partner.avatar} size="large" />
        <div className={styles.who}>
          <p className={styles.name} dir="auto">
            {called.fullName}
          </p>
          {nickname !== null && <p className={styles.soft}>{partner.fullName}</p>}
          <p className={styles.soft}>@{partner.username}</p>
          {since && <p className={styles.soft}>Linked since {date(since)}</p>}
        </div>
      </div>
      <div className={styles.actions}>
        <Button size="small" onPress={() => setAsking(true)}>
          Unlink
        </Button>
      </div>
      <UnlinkDialog partner={partner} isOpen={asking} onClose={() => setAsking(false)} />
    </Card>
  );
}

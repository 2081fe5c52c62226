import type { PartnerView } from '@duet/contracts';
import { MessageCircleHeart } from 'lucide-react';
import type { ReactNode } from 'react';
import { asCalled, usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { LinkButton } from '../../ui/button.js';
import { BlockButton } from './block-button.js';
import { CoupleTime } from './couple-time.js';
import { useGetPartnerBioQuery } from './partners-api.js';
import { ReportButton } from './report-button.js';
import styles from './partners.module.css';

/** The partner's picture and names, and the time that the two share. `children` are further facts. */
export function PartnerHeader({ partner, children }: { partner: PartnerView; children: ReactNode }) {
  const { couple, nickname } = usePartner();
  const called = asCalled(partner, nickname);
  return (
    <section className={styles.hero} aria-label={t('partners.yourPartner')}>
      <Avatar firstName={called.firstName} lastName={called.lastName} src={partner.avatar} size="huge" />
      <div className={styles.who}>
        <h1 dir="auto">{called.fullName}</h1>
        <p className={styles.soft}>
          {nickname !== null && <>{partner.fullName} · </>}@{partner.username}
        </p>
        <Bio />
        {children}
        {couple && <CoupleTime timezone={couple.timezone} />}
      </div>
      <div className={styles.actions}>
        <LinkButton href="/chat" look="primary">
          <MessageCircleHeart size={18} aria-hidden /> {t('common.chat')}
        </LinkButton>
        <div className={styles.apart}>
          <ReportButton person={partner} />
          <BlockButton person={partner} />
        </div>
      </div>
    </section>
  );
}

/** The partner's words about themselves. A change of them is no news, so each visit asks again. */
function Bio() {
  const { data } = useGetPartnerBioQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data || data.bio === '') return null;
  return (
    <p className={styles.bio} dir="auto">
      {data.bio}
    </p>
  );
}

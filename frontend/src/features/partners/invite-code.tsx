import { LIMITS } from '@duet/contracts/plain';
import { Share2 } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CopyButton } from '../../ui/copy-button.js';
import { useFormats } from '../../ui/formats.js';
import { useCreateInviteMutation } from './partners-api.js';
import styles from './partners.module.css';

const linkOf = (code: string): string => `${window.location.origin}/register?invite=${code}`;

const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's share sheet. Where it is closed or refused, the code and its link are on the page. */
async function share(code: string): Promise<void> {
  const content = { title: t('common.duet'), text: t('partners.comeToOurPlace'), url: linkOf(code) };
  await navigator.share(content).catch(() => undefined);
}

/** The way to the partner that needs nothing but one press: a code, its link, and the system's share sheet. */
export function InviteCode() {
  const [create, { data: invite, isLoading, error }] = useCreateInviteMutation();
  const invitePartner = async (): Promise<void> => {
    const { data: created } = await create();
    if (created && canShare()) await share(created.code);
  };
  return (
    <Card title={t('partners.inviteWithACode')}>
      <p className={styles.soft}>
        {t('partners.giveTheCodeOrItsLink', { inviteLifetimeHours: LIMITS.inviteLifetimeHours })}
      </p>
      {error !== undefined && <Banner tone="error">{failureOf(error).messages.join(' ')}</Banner>}
      {invite && <Code code={invite.code} expiresAt={invite.expiresAt} />}
      <Button look={invite ? 'ghost' : 'primary'} onPress={() => void invitePartner()} isPending={isLoading}>
        {invite ? t('partners.createANewCode') : t('partners.createInviteCode')}
      </Button>
    </Card>
  );
}

function Code({ code, expiresAt }: { code: string; expiresAt: string }) {
  const { dateTime } = useFormats();
  const link = linkOf(code);
  return (
    <div className={styles.stack}>
      <div className={styles.code}>
        <output aria-label={t('partners.yourInviteCode')}>{code}</output>
        <CopyButton text={code} label={t('common.copy')} />
      </div>
      {canShare() && (
        <Button look="primary" onPress={() => void share(code)}>
          <Share2 size={18} aria-hidden /> {t('partners.shareTheInvite')}
        </Button>
      )}
      <div className={styles.qr}>
        <QRCodeSVG value={link} size={148} marginSize={2} title={t('partners.qrCodeOfYourInviteLink', { code })} />
      </div>
      <CopyButton text={link} label={t('partners.copyLink')} />
      <p className={styles.soft}>{t('partners.validUntilExpiresAt', { expiresAt: dateTime(expiresAt) })}</p>
    </div>
  );
}

import { LIMITS } from '@duet/contracts/plain';
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

export function InviteCode() {
  const [create, { data: invite, isLoading, error }] = useCreateInviteMutation();
  return (
    <Card title={t('partners.inviteWithACode')}>
      <p className={styles.soft}>
        {t('partners.giveTheCodeOrItsLink', { inviteLifetimeHours: LIMITS.inviteLifetimeHours })}
      </p>
      {error !== undefined && <Banner tone="error">{failureOf(error).messages.join(' ')}</Banner>}
      {invite && <Code code={invite.code} expiresAt={invite.expiresAt} />}
      <Button look={invite ? 'ghost' : 'soft'} onPress={() => void create()} isPending={isLoading}>
        {invite ? t('partners.createANewCode') : t('partners.createInviteCode')}
      </Button>
    </Card>
  );
}

function Code({ code, expiresAt }: { code: string; expiresAt: string }) {
  const { dateTime } = useFormats();
  const link = `${window.location.origin}/register?invite=${code}`;
  return (
    <div className={styles.stack}>
      <div className={styles.code}>
        <output aria-label={t('partners.yourInviteCode')}>{code}</output>
        <CopyButton text={code} label={t('common.copy')} />
      </div>
      <div className={styles.qr}>
        <QRCodeSVG value={link} size={148} marginSize={2} title={t('partners.qrCodeOfYourInviteLink', { code })} />
      </div>
      <CopyButton text={link} label={t('partners.copyLink')} />
      <p className={styles.soft}>{t('partners.validUntilExpiresAt', { expiresAt: dateTime(expiresAt) })}</p>
    </div>
  );
}

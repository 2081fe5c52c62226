import { LIMITS } from '@duet/contracts/plain';
import { QRCodeSVG } from 'qrcode.react';
import { failureOf } from '../../api/errors.js';
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
    <Card title="Invite with a code">
      <p className={styles.soft}>
        Give the code or its link to one person. Whoever takes it up is linked with you at once. It works once, for {LIMITS.inviteLifetimeHours} hours.
      </p>
      {error !== undefined && <Banner tone="error">{failureOf(error).messages.join(' ')}</Banner>}
      {invite && <Code code={invite.code} expiresAt={invite.expiresAt} />}
      <Button look={invite ? 'ghost' : 'soft'} onPress={() => void create()} isPending={isLoading}>
        {invite ? 'Create a new code' : 'Create invite code'}
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
        <output aria-label="Your invite code">{code}</output>
        <CopyButton text={code} label="Copy" />
      </div>
      <div className={styles.qr}>
        <QRCodeSVG value={link} size={148} marginSize={2} title={`QR code of your invite link, code ${code}`} />
      </div>
      <CopyButton text={link} label="Copy link" />
      <p className={styles.soft}>Valid until {dateTime(expiresAt)}</p>
    </div>
  );
}

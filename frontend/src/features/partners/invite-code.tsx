import { LIMITS } from '@duet/contracts/plain';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCreateInviteMutation } from './partners-api.js';
import styles from './partners.module.css';

export function InviteCode() {
  const [create, { data: invite, isLoading, error }] = useCreateInviteMutation();
  return (
    <Card title="Invite with a code">
      <p className={styles.soft}>
        Give it to one person. Whoever enters it is linked with you at once. It works once, for {LIMITS.inviteLifetimeHours} hours.
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
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Without permission the code can still be read and typed.
    setCopied(await navigator.clipboard.writeText(code).then(() => true).catch(() => false));
  };
  return (
    <div className={styles.stack}>
      <div className={styles.code}>
        <output aria-label="Your invite code">{code}</output>
        <Button look="ghost" size="small" onPress={() => void copy()}>
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className={styles.soft}>Valid until {new Date(expiresAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}</p>
    </div>
  );
}

import type { SecondFactorSetup as Setup } from '@duet/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import styles from './auth-layout.module.css';
import { CodeForm } from './code-form.js';
import { PasswordQuestion } from './password-question.js';
import { useEnableSecondFactorMutation, useSetUpSecondFactorMutation } from './second-factor-api.js';

/** Password, QR code, a first code back, recovery codes. What is secret lives in this component only and goes with it. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [begin] = useSetUpSecondFactorMutation();
  const [enable] = useEnableSecondFactorMutation();
  const start = async (password: string): Promise<unknown> => {
    const { data, error } = await begin({ password });
    if (data) setSetup(data);
    return error;
  };
  const confirm = async (code: string): Promise<unknown> => {
    const { data, error } = await enable({ code });
    if (data) setCodes(data.recoveryCodes);
    return error;
  };
  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (!setup) return <PasswordQuestion submitLabel="Continue" look="primary" onPassword={start} onCancel={onDone} />;
  return (
    <>
      <p>Scan this with an authenticator app on your phone, or type the key into it. Then enter the code that it shows.</p>
      <div className={styles.qr}>
        <QRCodeSVG value={setup.uri} size={176} marginSize={2} title="QR code for your authenticator app" />
      </div>
      <div className={styles.secret}>
        <output aria-label="Key for your authenticator app">{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</output>
        <CopyButton text={setup.secret} label="Copy key" />
      </div>
      <CodeForm submitLabel="Turn on" description="6 digits, new every half minute." onCode={confirm} onCancel={onDone} cancelLabel="Cancel" />
    </>
  );
}

/** Shown once, and never again. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <Banner tone="ok">Keep these codes where you find them without your phone. Each one opens your account once, in place of a code. They are not shown again.</Banner>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')} label="Copy all" />
        <Button look="primary" onPress={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  );
}

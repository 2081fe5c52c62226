import type { SecondFactorSetup as Setup } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import styles from './auth-layout.module.css';
import { CodeForm } from './code-form.js';
import { PasswordQuestion } from './password-question.js';
import { useEnableSecondFactorMutation, useSetUpSecondFactorMutation } from './second-factor-api.js';

/** Password, QR code, a first code, recovery codes. Secrets live only in this component's state. */
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
  if (!setup)
    return <PasswordQuestion submitLabel={t('common.continue')} look="primary" onPassword={start} onCancel={onDone} />;
  return (
    <>
      <p>{t('auth.scanThisWithAnAuthenticatorApp')}</p>
      <div className={styles.qr}>
        <QRCodeSVG value={setup.uri} size={176} marginSize={2} title={t('auth.qrCodeForYourAuthenticatorApp')} />
      </div>
      <div className={styles.secret}>
        <output aria-label={t('auth.keyForYourAuthenticatorApp')}>
          {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </output>
        <CopyButton text={setup.secret} label={t('auth.copyKey')} />
      </div>
      <CodeForm
        submitLabel={t('auth.turnOn')}
        description={t('auth.n6DigitsNewEveryHalfMinute')}
        fallback={TEXTS.unexpectedError}
        onCode={confirm}
        onCancel={onDone}
        cancelLabel={t('common.cancel')}
      />
    </>
  );
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <Banner tone="ok">{t('auth.keepTheseCodesWhereYouFind')}</Banner>
      <ul className={styles.codes} aria-label={t('auth.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')} label={t('auth.copyAll')} />
        <Button look="primary" onPress={onDone}>
          {t('auth.iHaveKeptThem')}
        </Button>
      </div>
    </>
  );
}

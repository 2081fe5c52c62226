import type { SecondFactorView } from '@duet/contracts';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './auth-layout.module.css';
import { PasswordQuestion } from './password-question.js';
import {
  useDisableSecondFactorMutation,
  useGetSecondFactorQuery,
  useRenewRecoveryCodesMutation,
} from './second-factor-api.js';
import { RecoveryCodeList, SecondFactorSetup } from './second-factor-setup.js';
import { VerifyFirst } from './verify-first.js';

/** The state of two-factor sign-in, and the forms to turn it on and off. */
export function SecondFactor() {
  const { data, isError, refetch } = useGetSecondFactorQuery();
  const [settingUp, setSettingUp] = useState(false);
  return (
    <section className={styles.form} aria-labelledby="second-factor-title">
      <h3 id="second-factor-title">{t('auth.twoFactorSignIn')}</h3>
      {isError && !data && (
        <LoadState isError onRetry={() => void refetch()} failure={t('common.thisCouldNotBeLoaded')} />
      )}
      {!data && !isError && <Skeleton className={styles.waiting} />}
      {settingUp && <SecondFactorSetup onDone={() => setSettingUp(false)} />}
      {!settingUp && data?.enabled === false && (
        <>
          <p className={styles.soft}>{t('auth.withACodeOfAnAuthenticator')}</p>
          <VerifyFirst>
            <Button onPress={() => setSettingUp(true)}>{t('auth.setUp')}</Button>
          </VerifyFirst>
        </>
      )}
      {!settingUp && data?.enabled && <Enabled state={data} />}
    </section>
  );
}

function Enabled({ state: { since, recoveryCodesLeft } }: { state: SecondFactorView }) {
  const { date } = useFormats();
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [disable] = useDisableSecondFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const turnOff = async (password: string): Promise<unknown> => {
    const { error } = await disable({ password });
    if (!error) toast.success(t('auth.twoFactorSignInIsOff'));
    return error;
  };
  const makeCodes = async (password: string): Promise<unknown> => {
    const { data, error } = await renew({ password });
    if (data) setCodes(data.recoveryCodes);
    return error;
  };
  const close = (): void => setAsking(null);
  if (codes)
    return (
      <RecoveryCodeList
        codes={codes}
        onDone={() => {
          setCodes(null);
          close();
        }}
      />
    );
  if (asking === 'off')
    return <PasswordQuestion submitLabel={t('common.turnOff')} look="danger" onPassword={turnOff} onCancel={close} />;
  if (asking === 'codes')
    return (
      <PasswordQuestion submitLabel={t('auth.makeNewCodes')} look="primary" onPassword={makeCodes} onCancel={close} />
    );
  return (
    <>
      <p>{t('auth.twoFactorIsOn', { since: since === null ? 'unknown' : date(since), left: recoveryCodesLeft })}</p>
      <div className={styles.buttons}>
        <Button onPress={() => setAsking('codes')}>{t('auth.newRecoveryCodes')}</Button>
        <Button look="dangerQuiet" onPress={() => setAsking('off')}>
          {t('common.turnOff')}
        </Button>
      </div>
    </>
  );
}

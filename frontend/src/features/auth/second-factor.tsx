import type { SecondFactorView } from '@duet/contracts';
import { useState } from 'react';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './auth-layout.module.css';
import { PasswordQuestion } from './password-question.js';
import { useDisableSecondFactorMutation, useGetSecondFactorQuery, useRenewRecoveryCodesMutation } from './second-factor-api.js';
import { RecoveryCodeList, SecondFactorSetup } from './second-factor-setup.js';

/** Two-factor sign-in: how it stands, and the way in and out. */
export function SecondFactor() {
  const { data, isError, refetch } = useGetSecondFactorQuery();
  const [settingUp, setSettingUp] = useState(false);
  return (
    <section className={styles.form} aria-labelledby="second-factor-title">
      <h3 id="second-factor-title">Two-factor sign-in</h3>
      {isError && !data && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          This could not be loaded.
        </Banner>
      )}
      {!data && !isError && <Skeleton className={styles.waiting} />}
      {settingUp && <SecondFactorSetup onDone={() => setSettingUp(false)} />}
      {!settingUp && data?.enabled === false && (
        <>
          <p className={styles.soft}>With a code of an authenticator app at each sign-in, your password alone opens nothing.</p>
          <Button onPress={() => setSettingUp(true)}>Set up</Button>
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
    if (!error) toast.success('Two-factor sign-in is off');
    return error;
  };
  const makeCodes = async (password: string): Promise<unknown> => {
    const { data, error } = await renew({ password });
    if (data) setCodes(data.recoveryCodes);
    return error;
  };
  const close = (): void => setAsking(null);
  if (codes) return <RecoveryCodeList codes={codes} onDone={() => { setCodes(null); close(); }} />;
  if (asking === 'off') return <PasswordQuestion submitLabel="Turn off" look="danger" onPassword={turnOff} onCancel={close} />;
  if (asking === 'codes') return <PasswordQuestion submitLabel="Make new codes" look="primary" onPassword={makeCodes} onCancel={close} />;
  return (
    <>
      <p>
        On{since !== null && ` since ${date(since)}`}. {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.
      </p>
      <div className={styles.buttons}>
        <Button onPress={() => setAsking('codes')}>New recovery codes</Button>
        <Button look="dangerQuiet" onPress={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
    </>
  );
}

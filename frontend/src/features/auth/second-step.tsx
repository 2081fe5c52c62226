import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { TextLink } from '../../ui/text-link.js';
import { AuthLayout } from './auth-layout.js';
import { CodeForm } from './code-form.js';

interface SecondStepProps {
  /** The sentence for a failure without one of its own. */
  fallback: string;
  onCode: (code: string) => Promise<unknown>;
  onBack: () => void;
}

/** Asks for the second factor after a correct password or mailed link. */
export function SecondStep({ fallback, onCode, onBack }: SecondStepProps) {
  return (
    <AuthLayout
      title={t('auth.oneMoreStep')}
      intro={t('auth.yourAccountAsksForASecond')}
      foot={<>{rich('auth.noAppAndNoRecoveryCodes', { link: <TextLink href="/lost-two-factor" /> })}</>}
    >
      <CodeForm
        submitLabel={t('common.signIn')}
        description={t('auth.the6DigitsInYourAuthenticator')}
        fallback={fallback}
        onCode={onCode}
        onCancel={onBack}
        cancelLabel={t('common.back')}
      />
    </AuthLayout>
  );
}

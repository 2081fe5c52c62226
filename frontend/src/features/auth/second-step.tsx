import { AuthLayout } from './auth-layout.js';
import { CodeForm } from './code-form.js';

interface SecondStepProps {
  onCode: (code: string) => Promise<unknown>;
  onBack: () => void;
}

/** The password, or the mailed link, was right: now the second factor. */
export function SecondStep({ onCode, onBack }: SecondStepProps) {
  return (
    <AuthLayout title="One more step" intro="Your account asks for a second proof that it is you.">
      <CodeForm
        submitLabel="Sign In"
        description="The 6 digits in your authenticator app, or one of your recovery codes."
        onCode={onCode}
        onCancel={onBack}
        cancelLabel="Back"
      />
    </AuthLayout>
  );
}

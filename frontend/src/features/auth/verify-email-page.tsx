import { CircleAlert, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { useSession } from '../../api/session.js';
import { LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Spinner } from '../../ui/spinner.js';
import { useVerifyEmailQuery } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import { ResendButton } from './resend-button.js';

export function VerifyEmailPage() {
  const { token = '' } = useParams();
  const { isAuthenticated, user } = useSession();
  const { isSuccess, error } = useVerifyEmailQuery(token);
  const home = isAuthenticated ? <LinkButton href="/dashboard" look="primary">Go to Dashboard</LinkButton> : <LinkButton href="/login" look="primary">Sign In</LinkButton>;
  if (isSuccess) {
    return (
      <AuthLayout title="Email verified">
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title="Thank you, that is really you" level={2}>
          {home}
        </EmptyState>
      </AuthLayout>
    );
  }
  if (!error) {
    return (
      <AuthLayout title="Verifying your email" intro="One moment.">
        <Spinner label="Verifying" />
      </AuthLayout>
    );
  }
  // A link that was opened before has done its work; there is nothing to send again.
  if (isAuthenticated && user?.emailVerified && !user.pendingEmail) {
    return (
      <AuthLayout title="Nothing left to verify">
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title="Your email is verified already" level={2}>
          <p>This link was used before, or a newer one was.</p>
          {home}
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="This link does not work">
      <EmptyState icon={<CircleAlert size={26} aria-hidden />} title={failureOf(error).messages.join(' ')} level={2}>
        <NextStep isAuthenticated={isAuthenticated} pendingEmail={user?.pendingEmail ?? null} home={home} />
      </EmptyState>
    </AuthLayout>
  );
}

interface NextStepProps {
  isAuthenticated: boolean;
  pendingEmail: string | null;
  home: ReactNode;
}

/** How to come by a link that works. */
function NextStep({ isAuthenticated, pendingEmail, home }: NextStepProps) {
  if (!isAuthenticated) {
    return (
      <>
        <p>Sign in, and we send you a new one.</p>
        {home}
      </>
    );
  }
  if (pendingEmail !== null) {
    return (
      <>
        <p>In Settings, under Account, we can send a new one to {pendingEmail}.</p>
        <LinkButton href="/settings" look="primary">Go to Settings</LinkButton>
      </>
    );
  }
  return (
    <>
      <p>We can send you a new one.</p>
      <ResendButton look="primary" />
    </>
  );
}

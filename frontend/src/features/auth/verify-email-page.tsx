import { CircleAlert, MailCheck } from 'lucide-react';
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
  const { isAuthenticated } = useSession();
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
  return (
    <AuthLayout title="This link does not work">
      <EmptyState icon={<CircleAlert size={26} aria-hidden />} title={failureOf(error).messages.join(' ')} level={2}>
        <p>{isAuthenticated ? 'We can send you a new one.' : 'Sign in, and we send you a new one.'}</p>
        {isAuthenticated && <ResendButton look="primary" />}
        {!isAuthenticated && home}
      </EmptyState>
    </AuthLayout>
  );
}

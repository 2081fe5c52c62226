import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Button, type ButtonLook } from '../../ui/button.js';
import { useResendVerificationMutation } from './auth-api.js';

export function ResendButton({ look }: { look: ButtonLook }) {
  const [resend, { isLoading, isSuccess }] = useResendVerificationMutation();
  const send = async (): Promise<void> => {
    const { error } = await resend({});
    if (error) showFailure(error);
  };
  return (
    <Button look={look} size="small" onPress={send} isPending={isLoading} aria-disabled={isLoading || isSuccess}>
      {isSuccess ? t('auth.sentCheckYourInbox') : t('auth.sendAgain')}
    </Button>
  );
}

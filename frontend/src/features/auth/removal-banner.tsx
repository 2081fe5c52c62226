import { useSession } from '../../platform/session/session.js';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { toast } from '../../ui/toast-queue.js';
import { useCancelSecondFactorRemovalMutation } from './second-factor-api.js';

/** Warns in every session that the second factor will be removed; one press keeps it. */
export function RemovalBanner() {
  const { user } = useSession();
  const { date, time } = useFormats();
  const [cancel, { isLoading }] = useCancelSecondFactorRemovalMutation();
  const removalAt = user?.secondFactorRemovalAt ?? null;
  if (removalAt === null) return null;
  const keep = async (): Promise<void> => {
    const { error } = await cancel();
    if (error) showFailure(error);
    else toast.success(t('auth.twoFactorSignInStaysOn'));
  };
  return (
    <Banner
      tone="error"
      action={
        <Button look="secondary" size="small" onPress={keep} isPending={isLoading}>
          {t('auth.keepIt')}
        </Button>
      }
    >
      {t('auth.somebodyWithAccessToYourMailbox', { date: date(removalAt), time: time(removalAt) })}
    </Banner>
  );
}

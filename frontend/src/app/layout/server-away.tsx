import { useStartUp } from '../../platform/session/start-up.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';

/** Shown instead of a page until the server answers for the first time. */
export function ServerAway() {
  const { isTrying, retry } = useStartUp();
  return (
    <div role="status">
      <Banner
        action={
          <Button look="ghost" size="small" isPending={isTrying} onPress={retry}>
            {t('common.tryNow')}
          </Button>
        }
      >
        {t('app.duetCannotBeReachedRightNow')}
      </Banner>
    </div>
  );
}

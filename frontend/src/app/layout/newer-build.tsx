import { changeToNewerBuild, useNewerBuild } from '../../platform/device/worker.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';

/** Offers a newer build. Nothing changes by itself before all pages of Duet are closed. */
export function NewerBuild() {
  const worker = useNewerBuild();
  if (!worker) return null;
  return (
    <Banner
      action={
        <Button look="ghost" size="small" onPress={() => changeToNewerBuild(worker)}>
          {t('app.reload')}
        </Button>
      }
    >
      {t('app.newerBuild')}
    </Banner>
  );
}

import { RotateCw } from 'lucide-react';
import { useConnection } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { ConnectionIndicator } from '../../ui/connection-indicator.js';

export function ConnectionStatus() {
  const { state, reconnect } = useConnection();
  if (state === 'gaveUp') {
    return (
      <Button look="ghost" size="small" onPress={reconnect}>
        <RotateCw size={16} aria-hidden /> {t('app.reconnect')}
      </Button>
    );
  }
  return <ConnectionIndicator connected={state === 'connected'} />;
}

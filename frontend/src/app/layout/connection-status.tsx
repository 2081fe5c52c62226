import { RotateCw } from 'lucide-react';
import { useConnection } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { ConnectionIndicator } from '../../ui/connection-indicator.js';
import { IconButton } from '../../ui/icon-button.js';

export function ConnectionStatus() {
  const { state, isTrying, reconnect } = useConnection();
  if (state === 'gaveUp') {
    return (
      <IconButton label={t('app.reconnect')} onPress={reconnect} aria-busy={isTrying}>
        <RotateCw size={20} aria-hidden />
      </IconButton>
    );
  }
  return <ConnectionIndicator connected={state === 'connected'} />;
}

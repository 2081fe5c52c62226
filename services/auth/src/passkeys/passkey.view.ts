import type { PasskeyView } from '@duet/contracts';
import type { Passkey } from './passkey.entity.js';

export const passkeyView = ({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyView => ({
  _id: id,
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  synced: backedUp,
});

import type { SessionView } from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { countryOf } from './country.js';
import { deviceParts } from './device.js';
import type { Session } from './session.entity.js';

/** Names the session by its alias: whoever has the id can end it. */
export function sessionView(session: Session, currentId: string): SessionView {
  const id = sessionAlias(session.id);
  return {
    _id: id,
    id,
    device: session.device,
    ...deviceParts(session.device),
    ip: session.ip,
    country: countryOf(session.ip),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    current: session.id === currentId,
  };
}

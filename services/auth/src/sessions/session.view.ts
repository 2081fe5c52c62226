import type { SessionView } from '@duet/contracts';
import { countryOf } from './country.js';
import type { Session } from './session.entity.js';

export function sessionView(session: Session, currentId: string): SessionView {
  return {
    _id: session.id,
    id: session.id,
    device: session.device,
    ip: session.ip,
    country: countryOf(session.ip),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    current: session.id === currentId,
  };
}

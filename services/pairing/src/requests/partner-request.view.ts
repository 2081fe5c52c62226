import { LIMITS, type PartnerRequestView } from '@duet/contracts';
import { personView } from '../people/person.view.js';
import type { PartnerRequest } from './partner-request.entity.js';

const DAY = 24 * 60 * 60 * 1000;

export function requestView(request: PartnerRequest): PartnerRequestView {
  return {
    _id: request.id,
    id: request.id,
    sender: personView(request.sender),
    receiver: personView(request.receiver),
    message: request.message,
    createdAt: request.createdAt.toISOString(),
    expiresAt: new Date(request.createdAt.getTime() + LIMITS.requestLifetimeDays * DAY).toISOString(),
  };
}

import { DAY } from '@duet/service-kit';
import { LIMITS, type PartnerRequestView } from '@duet/contracts';
import { type VisiblePerson, personView } from '../people/person.view.js';
import type { PartnerRequest } from './partner-request.entity.js';

/** @param people sender and receiver as the reader sees them, by id */
export function requestView(request: PartnerRequest, people: ReadonlyMap<string, VisiblePerson>): PartnerRequestView {
  return {
    _id: request.id,
    id: request.id,
    sender: personView(people.get(request.senderId) ?? request.sender),
    receiver: personView(people.get(request.receiverId) ?? request.receiver),
    message: request.message,
    createdAt: request.createdAt.toISOString(),
    expiresAt: new Date(request.createdAt.getTime() + LIMITS.requestLifetimeDays * DAY).toISOString(),
  };
}

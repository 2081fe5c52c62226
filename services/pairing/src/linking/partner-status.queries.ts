import { preparedAlone } from '@duet/service-kit';
import { LINKED } from '../couples/couple.queries.js';
import type { ShownCouple } from '../couples/couple.view.js';
import type { ShownPartner } from '../people/person.view.js';

interface StatusRow extends Omit<ShownCouple, 'id'>, Omit<ShownPartner, 'id'> {
  coupleId: string;
  partnerId: string;
  nickname: string | null;
  pendingRequests: number;
}

/**
 * Reads a person's active couple and partner in one statement, because every page asks for them when it opens. No row without
 * a partner. Parameters: the person, the instant after which a request is open.
 */
export const readPartnerStatus = preparedAlone<StatusRow>(
  'partner-status',
  {
    coupleId: 'uuid',
    linkedAt: 'timestamptz',
    timezone: 'text',
    togetherSince: 'text | null',
    togetherSinceVersion: 'int4',
    hiddenParts: 'text[]',
    version: 'int4',
    partnerId: 'uuid',
    firstName: 'text',
    lastName: 'text',
    username: 'text',
    email: 'text',
    avatar: 'text | null',
    nickname: 'text | null',
    pendingRequests: 'int4',
  },
  `SELECT c.id AS "coupleId", c.linked_at AS "linkedAt", c.timezone, c.together_since::text AS "togetherSince",
     c.together_since_version AS "togetherSinceVersion", c.hidden_parts AS "hiddenParts", c.version,
     p.id AS "partnerId", p.first_name AS "firstName", p.last_name AS "lastName", p.username, p.email, p.avatar, n.nickname,
     (SELECT count(*)::int FROM partner_requests r WHERE r.receiver_id = $1 AND r.status = 'pending' AND r.created_at > $2) AS "pendingRequests"
   FROM ${LINKED}
     JOIN people p ON p.id = other.user_id
     LEFT JOIN nicknames n ON n.couple_id = c.id AND n.user_id = mine.user_id`,
);

import { type AdminCommand, AdminRefusal } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import { In } from 'typeorm';
import { Couple, CoupleMember } from '../couples/couple.entity.js';
import { RESTORABLE } from '../couples/couple.queries.js';

/** The state of a couple that an operator may see: ids and dates. */
const stateOf = ({ id, linkedAt, endedAt, members = [] }: Couple) => ({
  id,
  members: members.map(({ userId }) => userId).toSorted(),
  linkedAt,
  endedAt,
  purgedAfter: endedAt && new Date(endedAt.getTime() + RESTORABLE),
});

/** The commands of `duet-admin` about couples. */
export const coupleCommands: AdminCommand[] = [
  {
    words: 'couple show',
    parameters: ['ID'],
    help: 'the couple with this id, or the couples of the person with this id: members, link, end, purge',
    run: async (database, [id = '']) => {
      const memberships = isUUID(id) ? await database.manager.findBy(CoupleMember, { userId: id }) : [];
      const ids = [...memberships.map(({ coupleId }) => coupleId), ...(isUUID(id) ? [id] : [])];
      const couples = await database.manager.find(Couple, {
        where: { id: In(ids) },
        relations: { members: true },
        order: { linkedAt: 'DESC' },
      });
      if (couples.length === 0) throw new AdminRefusal('There is no such couple, and no couple of such a person.');
      return couples.map(stateOf);
    },
  },
];

import type { TrustEnded } from '@duet/contracts';
import { type FindOperator, IsNull, LessThan, Not } from 'typeorm';

/** Conditions on a row that a session made. */
interface MadeBy {
  createdAt: FindOperator<Date>;
  session?: string | FindOperator<string>;
}

/** The rows that end with the trust in their sessions: one of the conditions holds. Rows of unknown sessions end with all others. */
export function madeInEndedTrust({ session, survivor, madeBefore }: TrustEnded): MadeBy[] {
  const createdAt = LessThan(new Date(madeBefore));
  if (session !== null) return [{ createdAt, session }];
  if (survivor === null) return [{ createdAt }];
  return [
    { createdAt, session: Not(survivor) },
    { createdAt, session: IsNull() },
  ];
}

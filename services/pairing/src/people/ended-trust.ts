import type { TrustEnded } from '@duet/contracts';
import { type FindOperator, IsNull, LessThan, Not, Or } from 'typeorm';

/** The condition on a row that a session made. */
interface MadeBy {
  createdAt: FindOperator<Date>;
  session?: string | FindOperator<string>;
}

/** The rows that end with the trust in their sessions. Rows of unknown sessions end with all others. */
export const madeInEndedTrust = ({ session, survivor, madeBefore }: TrustEnded): MadeBy => ({
  createdAt: LessThan(new Date(madeBefore)),
  ...(survivor !== null && { session: Or(IsNull(), Not(survivor)) }),
  ...(session !== null && { session }),
});

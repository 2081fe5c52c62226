import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';

const RENEW = 'INSERT INTO daily_couples (couple_id) VALUES ($1) ON CONFLICT (couple_id) DO UPDATE SET look_at = now()';

/** When to look next whether somebody has to be reminded of the daily question. */
@Injectable()
export class DailyPlan {
  /** Two are linked, or their clock or one's time of the day is another: what was planned may be wrong. */
  async renew(tx: Tx, coupleId: string): Promise<void> {
    await tx.query(RENEW, [coupleId]);
  }
}

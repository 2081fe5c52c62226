import { IsOptional, IsUUID } from 'class-validator';
import { defineEvent } from '../core/event.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import { QueryNumber } from '../core/validators.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** Something that one of the two did, or that happened to them: who and what, never a private word. */
export interface ActivityView extends PartnerActivity {
  id: string;
}

/** Newest first. `nextCursor` asks for what is older; null when that was all. */
export interface ActivityPage {
  activities: ActivityView[];
  nextCursor: string | null;
}

export class ActivityQueryDto {
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.activityPageMax)
  limit?: number;
}

export const listActivities = defineRpc({
  subject: 'pairing.activity.list',
  access: 'user',
  request: ActivityQueryDto,
  returns: returns<ActivityPage>(),
  errors: ['NO_PARTNER'],
});

/** To the two themselves and not to their room, which a couple that has just been linked may not have joined yet. */
export const activityRecorded = defineEvent<{ members: [string, string]; activity: PartnerActivity }>()({
  name: 'activity.recorded',
  durable: false,
  deliver: ({ members, activity }) => members.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});

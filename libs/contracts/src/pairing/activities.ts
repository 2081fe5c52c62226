import { IsOptional, IsUUID } from 'class-validator';
import { defineEvent } from '../bus/event.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { QueryNumber } from '../core/validators.js';
import type { TogetherPart } from '../auth/settings.js';
import type { ActivityKind, PartnerActivity } from '../realtime/socket-events.js';

/** An activity of the couple: who and what, never private text. */
export interface ActivityView extends PartnerActivity {
  id: string;
}

/** The activities of each part. A couple that has the part off does not see them. */
export const PART_ACTIVITIES: Record<TogetherPart, readonly ActivityKind[]> = {
  goals: ['goal_proposed', 'goal_achieved'],
  stories: ['story_invited', 'story_finished'],
  wishes: ['wish_redeemed', 'wish_fulfilled'],
  lists: ['list_created'],
  gestures: ['nudge'],
};

/** A page of activities, newest first. `nextCursor` continues with older ones; null at the end. */
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

/** An activity was recorded. Both members receive it as users: a new couple may not have joined its room yet. */
export const activityRecorded = defineEvent<{ members: [string, string]; activity: PartnerActivity }>()({
  name: 'activity.recorded',
  durable: false,
  deliver: ({ members, activity }) =>
    members.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});

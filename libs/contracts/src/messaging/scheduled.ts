import { IsOptional, IsUUID, Matches } from 'class-validator';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { TEXTS } from '../core/texts.js';
import { Follows, ZoneName } from '../core/validators.js';
import type { ScheduledMessageView } from '../conversation/views.js';

const MINUTE_OF_A_DAY = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * A scheduled text. `at` is a minute in `timezone`, in the future and within a year. With a `chatId` the call fails unless
 * that conversation is the caller's current one.
 */
export class ScheduleMessageDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @Follows(rules.messageContent)
  content!: string;

  @Matches(MINUTE_OF_A_DAY, { message: TEXTS.scheduleInvalid })
  at!: string;

  @ZoneName()
  timezone!: string;

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** Missing fields stay unchanged. */
export class RescheduleDto {
  @IsOptional()
  @Follows(rules.messageContent)
  content?: string;

  @IsOptional()
  @Matches(MINUTE_OF_A_DAY, { message: TEXTS.scheduleInvalid })
  at?: string;

  @IsOptional()
  @ZoneName()
  timezone?: string;
}

export class RescheduleMessageDto extends RescheduleDto {
  @IsUUID()
  scheduledId!: string;
}

export class ScheduledIdDto {
  @IsUUID()
  scheduledId!: string;
}

/** Schedules a text. A repeated client message id returns the first call's message. */
export const scheduleMessage = defineRpc({
  subject: 'messaging.scheduled.add',
  access: 'user',
  request: ScheduleMessageDto,
  returns: returns<ScheduledMessageView>(),
  errors: [
    'NO_PARTNER',
    'CONVERSATION_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'SCHEDULE_IN_THE_PAST',
    'SCHEDULE_TOO_FAR',
    'IDEMPOTENCY_MISMATCH',
    'TOO_MANY_SCHEDULED',
  ],
});

/** Lists the caller's scheduled messages, the next one first. */
export const listScheduled = defineRpc({
  subject: 'messaging.scheduled.list',
  access: 'user',
  request: NoInput,
  returns: returns<ScheduledMessageView[]>(),
  errors: ['NO_PARTNER'],
});

/** Changes a scheduled message, which is not found once it was sent. */
export const rescheduleMessage = defineRpc({
  subject: 'messaging.scheduled.change',
  access: 'user',
  request: RescheduleMessageDto,
  returns: returns<ScheduledMessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'SCHEDULE_IN_THE_PAST', 'SCHEDULE_TOO_FAR'],
});

export const cancelScheduled = defineRpc({
  subject: 'messaging.scheduled.cancel',
  access: 'user',
  request: ScheduledIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

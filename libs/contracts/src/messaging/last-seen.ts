import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsISO8601, IsUUID, ValidateNested } from 'class-validator';
import { type Done, defineRpc, returns } from '../bus/rpc.js';

/** A person who went offline in a conversation, and when. */
export class SeenDto {
  @IsUUID()
  chatId!: string;

  @IsUUID()
  userId!: string;

  @IsISO8601({ strict: true })
  at!: string;
}

/** People whose last socket has closed. */
export class RecordLastSeenDto {
  @IsArray()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => SeenDto)
  seen!: SeenDto[];
}

/** Stores the times of members who share them with their partner, and drops all others. Repeated and older times change nothing. */
export const recordLastSeen = defineRpc({
  subject: 'messaging.last-seen.record',
  access: 'process',
  request: RecordLastSeenDto,
  returns: returns<Done>(),
  errors: [],
});

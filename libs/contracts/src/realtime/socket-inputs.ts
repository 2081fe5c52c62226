import { IsBoolean, IsIn, IsUUID } from 'class-validator';

/** The input of `join_room` and `leave_room`. */
export class RoomDto {
  @IsUUID()
  chatId!: string;
}

/** The input of `typing`. */
export class TypingDto {
  @IsUUID()
  chatId!: string;

  @IsBoolean()
  isTyping!: boolean;
}

export const USER_STATUSES = ['online', 'away'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * `user_status`, and `status` in the handshake: `away` hides the person and the partner from each other. `online` shows both
 * again.
 */
export class UserStatusDto {
  @IsIn(USER_STATUSES)
  status!: UserStatus;
}

import { IsBoolean, IsIn, IsUUID } from 'class-validator';

/** `join_room`, `leave_room`. */
export class RoomDto {
  @IsUUID()
  chatId!: string;
}

/** `typing`. */
export class TypingDto {
  @IsUUID()
  chatId!: string;

  @IsBoolean()
  isTyping!: boolean;
}

export const USER_STATUSES = ['online', 'away'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * `user_status`, and `status` in the handshake: `away` does not show the person to the partner, nor the partner to them.
 * `online` shows both, and asks anew.
 */
export class UserStatusDto {
  @IsIn(USER_STATUSES)
  status!: UserStatus;
}

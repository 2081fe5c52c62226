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

/** `user_status`: whether the person looks at the app. `online` asks for the present state of the partner. */
export class UserStatusDto {
  @IsIn(USER_STATUSES)
  status!: UserStatus;
}

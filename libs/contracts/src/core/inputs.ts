import { IsUUID } from 'class-validator';

/** One of the caller's own things, by its id. */
export class IdDto {
  @IsUUID()
  id!: string;
}

import { ArrayMaxSize, ArrayMinSize, IsArray, IsUUID, Matches } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { AVATAR_KEY } from '../media/avatars.js';

/** Avatars that were replaced or removed. */
export class FormerPicturesDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @Matches(AVATAR_KEY, { each: true })
  keys!: string[];

  /** Their owner. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @IsUUID('all', { each: true })
  userIds!: string[];
}

/** Returns which of these pictures are still shown, or belong to a change that pairing has not consumed yet. */
export const picturesInUse = defineRpc({
  subject: 'pairing.picture.in-use',
  access: 'process',
  request: FormerPicturesDto,
  returns: returns<{ keys: string[] }>(),
  errors: [],
});

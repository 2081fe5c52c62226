import { IsIn, IsUUID } from 'class-validator';
import { CARD_TYPES, type CardType } from './card-types.js';

/**
 * The thing that a message shows as a card. Only its form is checked: each viewer loads the thing with the rights that
 * the viewer has.
 */
export class CardDto {
  @IsIn(CARD_TYPES)
  type!: CardType;

  @IsUUID()
  id!: string;
}

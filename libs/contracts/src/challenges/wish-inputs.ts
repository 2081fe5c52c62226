import { IsIn, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, QueryNumber, Trimmed, WholeNumber, whenGiven } from '../core/validators.js';

export class WishIdDto extends IdDto {}

export class WishListQueryDto {
  /** `current` is not fulfilled yet. */
  @IsOptional()
  @IsIn(['current', 'history'])
  shelf?: 'current' | 'history';

  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.wishPageMax)
  limit?: number;
}

export class SearchWishesDto extends SearchWordsDto {}

export class CreateWishDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @WholeNumber(1, LIMITS.wishPoints)
  points!: number;

  /** The same id is the same wish: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export class ChangeWishDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @WholeNumber(1, LIMITS.wishPoints)
  points?: number;

  @WholeNumber(1)
  version!: number;
}

export class ChangeWishByIdDto extends ChangeWishDto {
  @IsUUID()
  id!: string;
}

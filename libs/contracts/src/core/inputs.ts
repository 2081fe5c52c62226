import { IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from './limits.js';
import { QueryNumber, Trimmed } from './validators.js';

/** The id of an object of the caller's. */
export class IdDto {
  @IsUUID()
  id!: string;
}

/** Words to find, and how many hits to return. */
export class SearchWordsDto {
  @Trimmed()
  @IsString()
  @MinLength(LIMITS.searchMinLength)
  @MaxLength(LIMITS.searchLength)
  q!: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.searchHitsMax)
  limit?: number;
}

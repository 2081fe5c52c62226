import { Transform } from 'class-transformer';
import { ArrayUnique, IsArray, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { QueryNumber, Trimmed } from '../core/validators.js';
import { SEARCH_GROUPS, type SearchGroup } from './views.js';

export class SearchQueryDto {
  @Trimmed()
  @IsString()
  @MinLength(LIMITS.searchMinLength)
  @MaxLength(LIMITS.searchLength)
  q!: string;

  /** Groups to search, separated by commas; all where it is left out. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @IsArray()
  @ArrayUnique()
  @IsIn(SEARCH_GROUPS, { each: true })
  types?: SearchGroup[];

  /** Hits of each group. */
  @IsOptional()
  @QueryNumber(1, LIMITS.searchHitsMax)
  limit?: number;
}

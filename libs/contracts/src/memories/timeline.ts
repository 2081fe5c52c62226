import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { QueryNumber } from '../core/validators.js';
import { CAPSULE_KINDS, type CapsuleKind, type MemoryChoices, type MemoryMap, type TimelinePage } from './views.js';

/** Filters the contributions of all capsules. */
export class MemoryFilterDto {
  /** Of the day it is about. */
  @IsOptional()
  @QueryNumber(1900, 2199)
  year?: number;

  @IsOptional()
  @IsUUID()
  author?: string;

  /** Of the capsule. */
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.capsuleTagLength)
  tag?: string;

  @IsOptional()
  @IsIn(CAPSULE_KINDS)
  kind?: CapsuleKind;

  /** Only in capsules that the caller has marked. */
  @IsOptional()
  @IsIn(['favourites'])
  shelf?: 'favourites';
}

export class TimelineQueryDto extends MemoryFilterDto {
  @IsOptional()
  @IsUUID()
  cursor?: string;

  /** The year with whose last day the list begins. */
  @IsOptional()
  @QueryNumber(1900, 2199)
  fromYear?: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.capsulePageMax)
  limit?: number;
}

export class PlacesQueryDto extends MemoryFilterDto {
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.placePageMax)
  limit?: number;
}

export const listTimeline = defineRpc({
  subject: 'memories.timeline.list',
  access: 'user',
  request: TimelineQueryDto,
  returns: returns<TimelinePage>(),
  errors: ['NO_PARTNER'],
});

export const listPlaces = defineRpc({
  subject: 'memories.place.list',
  access: 'user',
  request: PlacesQueryDto,
  returns: returns<MemoryMap>(),
  errors: ['NO_PARTNER'],
});

/** Returns the values that the couple's memories can be filtered by. */
export const getMemoryChoices = defineRpc({
  subject: 'memories.choice.list',
  access: 'user',
  request: NoInput,
  returns: returns<MemoryChoices>(),
  errors: ['NO_PARTNER'],
});

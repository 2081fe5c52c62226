import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { StagedFileDto } from '../media/files.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { TEXTS } from '../core/texts.js';
import { Follows, QueryNumber, Trimmed, WholeNumber, ZoneName, whenGiven, whenSet } from '../core/validators.js';
import { CAPSULE_STATUSES, type CapsuleStatus } from '../realtime/capsule-updates.js';
import {
  CAPSULE_KINDS,
  type CapsuleCommentView,
  type CapsuleKind,
  type CapsuleList,
  type CapsuleView,
  type FoundMemories,
  type MemoryChoices,
  type MemoryMap,
  OPEN_RULES,
  type OpenRule,
  type TimelinePage,
} from './views.js';

/** `YYYY-MM-DD`, which means 09:00 in `unlockTz`, or an instant with its offset. */
const Unlock = (): PropertyDecorator => (target, property) => {
  for (const rule of [IsString(), IsISO8601({ strict: true }, { message: TEXTS.scheduleInvalid }), MaxLength(40)])
    rule(target, property);
};

const Tags = (): PropertyDecorator => (target, property) => {
  const each = { each: true };
  const rules = [IsArray(), ArrayMaxSize(LIMITS.capsuleTags), ArrayUnique(), IsString(each)];
  for (const rule of [...rules, Length(1, LIMITS.capsuleTagLength, each)]) rule(target, property);
};

export class CapsuleListQueryDto {
  @IsOptional()
  @IsIn(CAPSULE_STATUSES)
  status?: CapsuleStatus;

  @IsOptional()
  @IsIn(CAPSULE_KINDS)
  kind?: CapsuleKind;

  /** Words of the title, the description or a tag, each from its start. A sealed capsule matches by its title alone. */
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleTitleLength)
  q?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.capsuleTagLength)
  tag?: string;

  /** Of the days the contributions are about. */
  @IsOptional()
  @QueryNumber(1900, 2199)
  year?: number;

  @IsOptional()
  @IsUUID()
  author?: string;

  /** `hidden` lists what the caller has hidden, `trash` what can be restored, `favourites` the caller's own. */
  @IsOptional()
  @IsIn(['shown', 'hidden', 'trash', 'favourites'])
  shelf?: 'shown' | 'hidden' | 'trash' | 'favourites';

  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.capsulePageMax)
  limit?: number;
}

export class CreateCapsuleDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @IsIn(CAPSULE_KINDS)
  kind!: CapsuleKind;

  @ValidateIf(({ kind, unlockAt }: CreateCapsuleDto) => kind === 'timed' || unlockAt !== undefined)
  @Unlock()
  unlockAt?: string;

  @ValidateIf(({ kind, unlockTz }: CreateCapsuleDto) => kind === 'timed' || unlockTz !== undefined)
  @ZoneName()
  unlockTz?: string;

  @IsOptional()
  @IsIn(OPEN_RULES)
  openRule?: OpenRule;

  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleDescriptionLength)
  description?: string;

  @ValidateIf(whenSet)
  @Follows(rules.emoji)
  emoji?: string | null;

  @IsOptional()
  @Tags()
  tags?: string[];

  /** The same id is the same capsule: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export class ChangeCapsuleDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleDescriptionLength)
  description?: string;

  @ValidateIf(whenSet)
  @Follows(rules.emoji)
  emoji?: string | null;

  @ValidateIf(whenGiven)
  @Tags()
  tags?: string[];

  @ValidateIf(whenGiven)
  @Unlock()
  unlockAt?: string;

  @ValidateIf(whenGiven)
  @ZoneName()
  unlockTz?: string;

  @ValidateIf(whenGiven)
  @IsIn(OPEN_RULES)
  openRule?: OpenRule;

  /** A picture of the capsule that both can see, for its cover; null for none. */
  @ValidateIf(whenSet)
  @IsUUID()
  coverId?: string | null;

  @WholeNumber(1)
  version!: number;
}

export class ChangeCapsuleByIdDto extends ChangeCapsuleDto {
  @IsUUID()
  id!: string;
}

/** A stored picture that becomes the cover. The gateway fills it with what media has stored. */
export class CapsuleCoverByIdDto extends IdDto {
  /** The same id is the same cover. */
  @IsUUID()
  clientId!: string;

  @ValidateNested()
  @Type(() => StagedFileDto)
  file!: StagedFileDto;
}

export class ProposeUnlockDto {
  @Unlock()
  unlockAt!: string;
}

export class ProposeUnlockByIdDto extends ProposeUnlockDto {
  @IsUUID()
  id!: string;
}

export class AnswerUnlockDto {
  @IsIn(['accept', 'reject'])
  action!: 'accept' | 'reject';
}

export class AnswerUnlockByIdDto extends AnswerUnlockDto {
  @IsUUID()
  id!: string;
}

export class CapsuleReactionDto {
  @Follows(rules.emoji)
  emoji!: string;
}

export class CapsuleReactionByIdDto extends CapsuleReactionDto {
  @IsUUID()
  id!: string;
}

export class CapsuleCommentDto {
  @Trimmed()
  @IsString()
  @Length(1, LIMITS.capsuleCommentLength)
  text!: string;

  /** The same id is the same comment. */
  @IsUUID()
  clientId!: string;
}

export class CapsuleCommentByIdDto extends CapsuleCommentDto {
  @IsUUID()
  id!: string;
}

export class CapsuleCommentIdDto extends IdDto {
  @IsUUID()
  commentId!: string;
}

export class CapsuleIdDto extends IdDto {}

/** Marks a capsule for its caller alone, or takes the mark away. */
export class MarkCapsuleDto extends IdDto {
  @IsIn(['favourite', 'hidden'])
  mark!: 'favourite' | 'hidden';

  @IsInt()
  @IsIn([0, 1])
  on!: 0 | 1;
}

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

/** Searches by words, each matched from its start without case and accents. */
export class SearchMemoriesDto extends SearchWordsDto {}

export const listCapsules = defineRpc({
  subject: 'memories.capsule.list',
  access: 'user',
  request: CapsuleListQueryDto,
  returns: returns<CapsuleList>(),
  errors: ['NO_PARTNER'],
});

export const createCapsule = defineRpc({
  subject: 'memories.capsule.create',
  access: 'user',
  request: CreateCapsuleDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'TOO_MANY_CAPSULES'],
});

export const getCapsule = defineRpc({
  subject: 'memories.capsule.get',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});

/** VERSION_CONFLICT carries the capsule as it is. While it is sealed only emoji, tags and cover change. */
export const changeCapsule = defineRpc({
  subject: 'memories.capsule.change',
  access: 'user',
  request: ChangeCapsuleByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_SEALED', 'VERSION_CONFLICT'],
});

const press = <const Noun extends string>(noun: Noun) =>
  defineRpc({
    subject: `memories.capsule.${noun}`,
    access: 'user',
    request: CapsuleIdDto,
    returns: returns<CapsuleView>(),
    errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_SEALED', 'CAPSULE_LOCKED', 'CAPSULE_STATE'],
  });

/** Confirms the sealing; the second confirmation seals, and so does a single one 7 days after the first. */
export const sealCapsule = press('seal');
/** Takes a sealing back within 10 minutes, or the caller's confirmation before it. */
export const unsealCapsule = press('unseal');
/** Opens a capsule whose time has come. With the rule `together` both have to press. */
export const openCapsule = press('open');
/** Finishes a keepsake. */
export const finishCapsule = press('finish');
/** Reopens a keepsake within 24 hours of its end. */
export const reopenCapsule = press('reopen');
/** Brings a capsule back from the trash within 30 days. */
export const restoreCapsule = press('restore');

/** Puts a picture on the outside of a capsule, in any state but the trash. It replaces the cover of before. */
export const setCapsuleCover = defineRpc({
  subject: 'memories.cover.set',
  access: 'user',
  request: CapsuleCoverByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE', 'FILE_TYPE_UNSUPPORTED'],
});

/** The capsule for a copy to take along: once it is open, or an album. */
export const takeCapsule = press('take');

/** Moves a capsule to the trash. Where both must agree the first call only records the wish. */
export const deleteCapsule = defineRpc({
  subject: 'memories.capsule.delete',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'PARTNER_CONTENT', 'NOT_YOURS'],
});

export const proposeUnlock = defineRpc({
  subject: 'memories.unlock.propose',
  access: 'user',
  request: ProposeUnlockByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE'],
});

export const answerUnlock = defineRpc({
  subject: 'memories.unlock.answer',
  access: 'user',
  request: AnswerUnlockByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_STATE', 'NOT_YOURS'],
});

/** Adds the caller's reaction, or takes it away. */
export const reactToCapsule = defineRpc({
  subject: 'memories.reaction.toggle',
  access: 'user',
  request: CapsuleReactionByIdDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_LOCKED', 'CAPSULE_STATE', 'TOO_MANY_REACTIONS'],
});

export const commentOnCapsule = defineRpc({
  subject: 'memories.comment.add',
  access: 'user',
  request: CapsuleCommentByIdDto,
  returns: returns<CapsuleCommentView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_LOCKED', 'CAPSULE_STATE', 'TOO_MANY_COMMENTS'],
});

/** Only its author deletes a comment. */
export const deleteComment = defineRpc({
  subject: 'memories.comment.delete',
  access: 'user',
  request: CapsuleCommentIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'COMMENT_NOT_FOUND', 'NOT_YOURS'],
});

/** The caller's own mark: no `version`, and the partner learns nothing of it. */
export const markCapsule = defineRpc({
  subject: 'memories.capsule.mark',
  access: 'user',
  request: MarkCapsuleDto,
  returns: returns<CapsuleView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});

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

/** Capsules first, the newest first; then contributions, the latest day first. A sealed capsule matches by its title alone. */
export const searchMemories = defineRpc({
  subject: 'memories.memory.search',
  access: 'user',
  request: SearchMemoriesDto,
  returns: returns<FoundMemories>(),
  errors: ['NO_PARTNER'],
});

import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, IsInstant, QueryNumber, Trimmed, WholeNumber, whenGiven, whenSet } from '../core/validators.js';
import { LIST_KINDS, type ListKind } from './list-views.js';

/** Requires a finite number; a fraction stands between two neighbours. */
function Position(): PropertyDecorator {
  const checks = [IsNumber(), Min(-LIMITS.listPosition), Max(LIMITS.listPosition)];
  return (target, property) => {
    for (const check of checks) check(target, property);
  };
}

export class ListIdDto extends IdDto {}

export class SearchListsDto extends SearchWordsDto {}

/** A list that comes with Duet. */
export class ShippedListTemplateDto {
  @IsString()
  @Matches(/^[a-z0-9-]+$/)
  @MaxLength(LIMITS.templateIdLength)
  id!: string;

  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @IsIn(LIST_KINDS)
  kind!: ListKind;

  @IsArray()
  @ArrayMinSize(3)
  @ArrayMaxSize(LIMITS.listTemplateItems)
  @IsString({ each: true })
  @MaxLength(LIMITS.stepTitleLength, { each: true })
  items!: string[];
}

export class CreateListDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @IsIn(LIST_KINDS)
  kind!: ListKind;

  /** A template whose items the list begins with. */
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.templateIdLength)
  templateId?: string;

  /** The same id is the same list: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export class ChangeListDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @IsIn(LIST_KINDS)
  kind?: ListKind;

  /** False brings it back. */
  @ValidateIf(whenGiven)
  @IsBoolean()
  archived?: boolean;

  @WholeNumber(1)
  version!: number;
}

export class ChangeListByIdDto extends ChangeListDto {
  @IsUUID()
  id!: string;
}

export class AddListItemDto {
  @Trimmed()
  @Follows(rules.listItem)
  text!: string;

  /** A member of the couple. */
  @ValidateIf(whenSet)
  @IsUUID()
  assignedTo?: string | null;

  @ValidateIf(whenSet)
  @IsInstant()
  dueAt?: string | null;

  /** The end of the list, where it is absent. */
  @ValidateIf(whenGiven)
  @Position()
  position?: number;

  /** The same id is the same item. */
  @IsUUID()
  clientId!: string;
}

export class AddListItemByIdDto extends AddListItemDto {
  @IsUUID()
  id!: string;
}

/** Absent fields stay as they are; null clears. No field at all restores a deleted item. */
export class ChangeListItemDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.listItem)
  text?: string;

  @ValidateIf(whenSet)
  @IsUUID()
  assignedTo?: string | null;

  @ValidateIf(whenSet)
  @IsInstant()
  dueAt?: string | null;

  @ValidateIf(whenGiven)
  @IsBoolean()
  done?: boolean;

  @ValidateIf(whenGiven)
  @Position()
  position?: number;

  /** The item's rev that the author of the edit had seen. */
  @WholeNumber(0)
  rev!: number;

  /** The same id is the same edit: a repeated one does not win over a later edit. */
  @IsUUID()
  clientId!: string;
}

export class ChangeListItemByIdDto extends ChangeListItemDto {
  @IsUUID()
  id!: string;

  @IsUUID()
  itemId!: string;
}

export class DeleteListItemDto {
  /** The item's rev that the caller had seen. */
  @QueryNumber(0)
  rev!: number;
}

export class DeleteListItemByIdDto extends DeleteListItemDto {
  @IsUUID()
  id!: string;

  @IsUUID()
  itemId!: string;
}

export class SyncListDto {
  /** 0 asks for all items. */
  @QueryNumber(0)
  after!: number;
}

export class SyncListByIdDto extends SyncListDto {
  @IsUUID()
  id!: string;
}

import { Transform, Type } from 'class-transformer';
import {
  IsISO8601,
  IsInt,
  IsString,
  IsTimeZone,
  Matches,
  Max,
  MaxLength,
  Min,
  type ValidationArguments,
  registerDecorator,
} from 'class-validator';
import type { Rule } from './rules.js';
import { TEXTS } from './texts.js';

/** Validates a DTO field by a rule that depends on other fields. A missing field is invalid, even if the rule allows an empty text; use `IsOptional` to allow it. */
export function FollowsRuleOf<Dto extends object>(ruleOf: (dto: Dto) => Rule): PropertyDecorator {
  const complaint = (value: unknown, args: ValidationArguments): string | null => {
    if (value !== undefined && value !== null && typeof value !== 'string') return `${args.property} must be text`;
    const isMissing = value === undefined || value === null;
    return ruleOf(args.object as Dto)(value) ?? (isMissing ? `${args.property} must be text` : null);
  };
  return (target, property) =>
    registerDecorator({
      name: 'follows',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown, args: ValidationArguments) => complaint(value, args) === null,
        defaultMessage: (args: ValidationArguments) => complaint(args.value, args) ?? '',
      },
    });
}

/** Validates a DTO field by a rule, whose message becomes the field's error. */
export function Follows(rule: Rule): PropertyDecorator {
  return FollowsRuleOf(() => rule);
}

/** Trims text before validation. Other values pass unchanged, and the validator refuses them. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** Requires an IANA time zone name. Offsets ('+02:00') are refused: they have no summer time, and not every browser accepts them. */
export function ZoneName(): PropertyDecorator {
  const message = TEXTS.timezoneInvalid;
  const rules = [IsTimeZone({ message }), Matches(/^[a-z]/i, { message })];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** ISO 8601 of this form. A time without an offset is another instant in each process's zone. */
const IsTime = (form: RegExp): PropertyDecorator => {
  const message = TEXTS.scheduleInvalid;
  const rules = [IsString(), IsISO8601({ strict: true }, { message }), Matches(form, { message }), MaxLength(40)];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
};

/** Requires an instant with its offset. */
export const IsInstant = (): PropertyDecorator =>
  IsTime(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/);

/** Requires a day, `YYYY-MM-DD`, or an instant with its offset. */
export const IsDayOrInstant = (): PropertyDecorator =>
  IsTime(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/);

/** The maximum of an `integer` column, the type of versions and counts. */
const LARGEST = 2_147_483_647;

/** Requires a whole number from `least` to `most`. */
export function WholeNumber(least: number, most = LARGEST): PropertyDecorator {
  const rules = [IsInt(), Min(least), Max(most)];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** Requires a `seq` or `rev`, also beyond the end: the service limits it before it queries the database. */
export const Place = (least: number): PropertyDecorator => WholeNumber(least, Number.MAX_SAFE_INTEGER);

/** Requires a whole number in a query string. Without `most` it accepts a `seq` or `rev`. */
export function QueryNumber(least: number, most = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  const rules = [Type(() => Number), WholeNumber(least, most)];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** For `ValidateIf`: an absent field stays as it is, and null is validated like any value. */
export const whenGiven = (_dto: object, value: unknown): boolean => value !== undefined;

/** For `ValidateIf`: an absent field stays as it is, and null clears it. */
export const whenSet = (_dto: object, value: unknown): boolean => value !== undefined && value !== null;

/** The id of a story, of one of its nodes, or of a way at a fork. */
export const STORY_KEY = /^[a-z0-9-]+$/;

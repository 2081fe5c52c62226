import { Transform, Type } from 'class-transformer';
import { IsInt, IsTimeZone, Matches, Max, Min, type ValidationArguments, registerDecorator } from 'class-validator';
import type { Rule } from './rules.js';
import { TEXTS } from './texts.js';

/** Holds a DTO field to a rule that depends on its siblings. */
export function FollowsRuleOf<Dto extends object>(ruleOf: (dto: Dto) => Rule): PropertyDecorator {
  const complaint = (value: unknown, args: ValidationArguments): string | null => {
    if (value !== undefined && value !== null && typeof value !== 'string') return `${args.property} must be text`;
    return ruleOf(args.object as Dto)(value);
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

/** Holds a DTO field to one of `rules`; the rule's own sentence becomes the field's error. */
export function Follows(rule: Rule): PropertyDecorator {
  return FollowsRuleOf(() => rule);
}

/** Trims text before it is validated; anything that is not text passes through for the validator to refuse. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** The name of a place's clock. An offset ('+02:00') is none: it knows of no summer time, and not every browser takes it. */
export function ZoneName(): PropertyDecorator {
  const message = TEXTS.timezoneInvalid;
  const rules = [IsTimeZone({ message }), Matches(/^[a-z]/i, { message })];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** A whole number, as text where it comes in an address. */
export function QueryNumber(least: number, most?: number): PropertyDecorator {
  const rules = [Type(() => Number), IsInt(), Min(least), ...(most === undefined ? [] : [Max(most)])];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

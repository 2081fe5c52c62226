import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested, registerDecorator } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { ChallengeStepDto } from './step-inputs.js';
import type { CompletionRule } from './views.js';

/** Returns whether a value is `all`, or `{anyN}` with a number of steps. */
function isCompletionRule(value: unknown): value is CompletionRule {
  if (value === 'all') return true;
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'anyN') return false;
  const { anyN } = value as { anyN: unknown };
  return Number.isInteger(anyN) && Number(anyN) >= 1 && Number(anyN) <= LIMITS.challengeSteps;
}

export function Completion(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'completionRule',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: isCompletionRule,
        defaultMessage: () => 'completionRule must be all, or a number of steps',
      },
    });
}

export const Steps = (): PropertyDecorator => (target, property) => {
  const list = [IsArray(), ArrayMinSize(1), ArrayMaxSize(LIMITS.challengeSteps)];
  // `ValidateNested` accepts a list in place of an object; `IsObject` refuses it.
  const checks = [...list, IsObject({ each: true }), ValidateNested({ each: true })];
  for (const rule of [...checks, Type(() => ChallengeStepDto)]) rule(target, property);
};

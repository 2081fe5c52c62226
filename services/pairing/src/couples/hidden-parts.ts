import { TOGETHER_PARTS, type TogetherPart } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Person } from '../people/person.entity.js';
import type { Couple } from './couple.entity.js';

/** The parts that one of these people has switched off, in the order of the contract. */
export const partsHiddenBy = (people: readonly Pick<Person, 'hiddenParts'>[]): TogetherPart[] =>
  TOGETHER_PARTS.filter((part) => people.some(({ hiddenParts }) => hiddenParts.includes(part)));

/** @throws AppError PART_HIDDEN */
export function requirePart({ hiddenParts }: Pick<Couple, 'hiddenParts'>, part: TogetherPart): void {
  if (hiddenParts.includes(part)) throw new AppError('PART_HIDDEN');
}

import { randomBytes } from 'node:crypto';
import type { KeptObject, KeptObjects } from './attachment.entity.js';

/** A flat name that nobody can guess and that says nothing. */
export const newObjectName = (): string => `attachment-${randomBytes(16).toString('hex')}`;

/** Two renditions may be one object. */
export const namesOf = (objects: KeptObjects): string[] => [...new Set(Object.values(objects).map(({ name }) => name))];

export const roomOf = (objects: readonly KeptObject[]): number => {
  const sizes = new Map(objects.map(({ name, bytes }) => [name, bytes]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
};

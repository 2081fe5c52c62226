import { randomBytes } from 'node:crypto';
import type { ObjectInfo, ObjectsByVariant } from './attachment.entity.js';

/** A new random object name without slashes. */
export const newObjectName = (): string => `attachment-${randomBytes(16).toString('hex')}`;

/** The names of all objects; two variants may share one. */
export const namesOf = (objects: ObjectsByVariant): string[] => [
  ...new Set(Object.values(objects).map(({ name }) => name)),
];

/** Bytes of the objects; an object that two variants share counts once. */
export const bytesOf = (objects: readonly ObjectInfo[]): number => {
  const sizes = new Map(objects.map(({ name, bytes }) => [name, bytes]));
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
};

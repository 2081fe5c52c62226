import { useState } from 'react';

/**
 * The version on which a dialog changes a thing. A thing also gets new versions by what the dialog does not show, so this is
 * the newest one. Once somebody else has changed one of the edited fields it is that of the opening: the server then refuses
 * to overwrite their change.
 * @param thing as it is now
 * @param fields that the dialog edits
 */
export function useEditedVersion<Thing extends { version: number }>(
  thing: Thing,
  fields: readonly (keyof Thing)[],
): number {
  const [opened] = useState(thing);
  return fields.every((field) => thing[field] === opened[field]) ? thing.version : opened.version;
}

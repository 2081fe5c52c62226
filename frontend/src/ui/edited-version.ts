/**
 * The version on which a dialog changes a thing. A thing also gets new versions by what the dialog does not show, so this is
 * the newest one. Once somebody else has changed one of the edited fields it is that of the opening: the server then refuses
 * to overwrite their change.
 * @param thing as it is now
 * @param opened the thing as it was when the dialog opened
 * @param fields that the dialog edits
 */
export const editedVersion = <Thing extends { version: number }>(
  thing: Thing,
  opened: Thing,
  fields: readonly (keyof Thing)[],
): number =>
  fields.every((field) => JSON.stringify(thing[field]) === JSON.stringify(opened[field]))
    ? thing.version
    : opened.version;

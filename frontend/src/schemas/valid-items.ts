import * as v from 'valibot';

/** A list without the items that fail the schema, so that one damaged item does not discard the others. */
export const validItems = <T>(item: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items): readonly T[] =>
      items.flatMap((one) => {
        const { success, output } = v.safeParse(item, one);
        return success ? [output] : [];
      }),
    ),
  );

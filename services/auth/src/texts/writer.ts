/** A language: its messages by file and name. */
export type Catalogue = Record<string, Record<string, string>>;

/** The names of the values of a message: `Hi {name},` has `name`. */
type ValueNames<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

export type KeyOf<C extends Catalogue> = { [F in keyof C & string]: `${F}.${keyof C[F] & string}` }[keyof C & string];

type MessageOf<C extends Catalogue, Key extends KeyOf<C>> = Key extends `${infer F}.${infer Name}`
  ? C[F][Name] & string
  : never;

/** The keys of the messages whose values all have one of these names; without names, of those that need no value. */
export type KeyWith<C extends Catalogue, Names extends string = never> = {
  [Key in KeyOf<C>]: [ValueNames<MessageOf<C, Key>>] extends [Names] ? Key : never;
}[KeyOf<C>];

type Values<Message extends string> = [ValueNames<Message>] extends [never]
  ? []
  : [values: Record<ValueNames<Message>, string | number>];

/** Writes one message. A call without one of its values does not compile. */
export type Write<C extends Catalogue> = <Key extends KeyOf<C>>(
  key: Key,
  ...values: Values<MessageOf<C, Key>>
) => string;

/** The messages of a catalogue in any language. */
type Translation<C extends Catalogue> = { [File in keyof C]: Record<keyof C[File], string> };

/**
 * Writes the messages of a catalogue, whose English ones say which values each needs. It understands the part of ICU
 * MessageFormat that the mails need, plain values; a message with a plural needs a runtime such as Lingui's in its place.
 */
export function createWriter<C extends Catalogue>(catalogue: Translation<C>): Write<C> {
  const messages = new Map(
    Object.entries<Record<string, string>>(catalogue).flatMap(([file, texts]) =>
      Object.entries(texts).map(([name, message]) => [`${file}.${name}`, message] as const),
    ),
  );
  return (key, ...[values]) => {
    const given = new Map<string, string | number>(Object.entries(values ?? {}));
    const message = messages.get(key) ?? key;
    return message.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(given.get(name) ?? placeholder));
  };
}

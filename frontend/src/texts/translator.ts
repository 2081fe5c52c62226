import { setupI18n } from '@lingui/core';
import type { TagNames, ValueNames } from './messages.js';

/** A language: the messages of each feature. The production build compiles them (`vite-texts.ts`). */
type Catalogue = Record<string, Record<string, string>>;

type KeyOf<C extends Catalogue> = { [F in keyof C & string]: `${F}.${keyof C[F] & string}` }[keyof C & string];

type MessageOf<C extends Catalogue, Key extends KeyOf<C>> = Key extends `${infer F}.${infer Name}`
  ? C[F][Name] & string
  : never;

/** The keys of the messages that need neither a value nor a tag. */
export type PlainKeyOf<C extends Catalogue> = {
  [Key in KeyOf<C>]: [ValueNames<MessageOf<C, Key>> | TagNames<MessageOf<C, Key>>] extends [never] ? Key : never;
}[KeyOf<C>];

type Values<Message extends string> = [ValueNames<Message>] extends [never]
  ? []
  : [values: Record<ValueNames<Message>, string | number>];

/** Writes a message with its values, in the language that was loaded. */
export type Translate<C extends Catalogue> = <Key extends KeyOf<C>>(
  key: Key,
  ...values: Values<MessageOf<C, Key>>
) => string;

/**
 * The values of the names in a message with tags: an element takes the tag's words as its children, a node replaces a
 * value.
 */
export type Parts<C extends Catalogue, Key extends KeyOf<C>, Node, Element> = Record<
  ValueNames<MessageOf<C, Key>>,
  Node
> &
  Record<TagNames<MessageOf<C, Key>>, Element>;

export type { KeyOf };

export interface Translator<C extends Catalogue> {
  /** Writes one text of the catalogue. */
  t: Translate<C>;
  /** Changes the language of all further texts. @param catalogue the same keys as in English */
  speak: (locale: string, catalogue: Catalogue) => void;
  /** The language of the texts. */
  language: () => string;
}

/** Writes texts in English until `speak` is called. A message may be added to the catalogue until it is first written. */
export function createTranslator<const C extends Catalogue>(english: C): Translator<C> {
  let catalogue: Catalogue = english;
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const prepare = (key: string): void => {
    if (key in i18n.messages) return;
    const [feature = '', name = ''] = key.split('.');
    const message = catalogue[feature]?.[name];
    if (message !== undefined) i18n.load(i18n.locale, { [key]: message });
  };
  return {
    t: (key, ...[values]) => {
      prepare(key);
      return i18n._(key, values);
    },
    speak(locale, next) {
      catalogue = next;
      i18n.loadAndActivate({ locale, messages: {} });
    },
    language: () => i18n.locale,
  };
}

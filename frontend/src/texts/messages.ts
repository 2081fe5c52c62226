/*
 * Which values an ICU message needs, read from the message itself, so that a call without them does not compile.
 * Two modes alternate: in a message `{` begins an argument, among the branches of a plural or select it begins a message.
 */
type Mode = 'message' | 'branches';

type Pop<Stack extends Mode[]> = Stack extends [Mode, ...infer Rest extends Mode[]] ? Rest : [];

type Step<Text extends string, Stack extends Mode[]> = Text extends `${infer Before}{${infer Opened}`
  ? Before extends `${string}}${string}`
    ? Closed<Text, Stack>
    : Stack[0] extends 'branches'
      ? Step<Opened, ['message', ...Stack]>
      : Argument<Opened, Stack>
  : Closed<Text, Stack>;

type Closed<Text extends string, Stack extends Mode[]> = Text extends `${string}}${infer After}`
  ? Step<After, Pop<Stack>>
  : never;

type Argument<Text extends string, Stack extends Mode[]> = Text extends `${infer Inside}}${infer After}`
  ? Inside extends `${infer Name}, ${string}, ${string}{${string}`
    ? Text extends `${string}, ${string}, ${infer Branches}`
      ? Name | Step<Branches, ['branches', ...Stack]>
      : never
    : Inside extends `${infer Name}, ${string}`
      ? Name | Step<After, Stack>
      : Inside | Step<After, Stack>
  : never;

/** The names of all values of a message: `{count, plural, one {# day} other {# days}} with {name}` has `count` and `name`. */
export type ValueNames<Message extends string> = Step<Message, ['message']>;

/** The names of the tags that mark a part of a message: `New here? <link>Sign up</link>` has `link`. */
export type TagNames<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never;

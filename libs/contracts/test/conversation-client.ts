import fc from 'fast-check';
import { type Incoming, fold, isBehind } from '../src/conversation/fold.js';
import {
  type ClientConversation,
  OPEN_END,
  emptyConversation,
  liveRange,
  loadedRangeAt,
  markerOf,
  messageAt,
  messagesOf,
  release as releaseOutside,
  visibleMessages,
} from '../src/conversation/conversation-state.js';
import { type Act, CHAT, type ConversationModel, PEOPLE, type Person } from './conversation-model.js';

/** The steps between the server and one client, in any order. */
type Step =
  | { do: 'act'; act: Act }
  /** A push arrives: late, twice, out of order, or never. */
  | { do: 'push' | 'push own'; which: number }
  | { do: 'hint' }
  /** The client sends a request; the server answers as of now, and the answer is in flight. */
  | { do: 'request'; what: 'page' | 'before' | 'after' | 'around' | 'sync' | 'reply'; limit: number; where: number }
  /** An answer arrives, possibly again, possibly after the client has reset its state. */
  | { do: 'arrive'; which: number }
  /** The client releases everything but one place and the end. */
  | { do: 'release'; near: number }
  | { do: 'reset' };

export const person = fc.constantFrom(...PEOPLE);

/** Small, so that the steps often concern the same messages, pushes and answers. */
const at = fc.nat(5);

export const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      by: person,
      replyTo: fc.option(at, { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const, 'pin' as const), at }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('react' as const), by: person, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('read' as const, 'deliver' as const), by: person, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disappear' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('receipts' as const), by: person, on: fc.boolean() }) },
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('act' as const), act }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('push' as const), which: at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('push own' as const), which: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hint' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      what: fc.constantFrom(
        'page' as const,
        'before' as const,
        'after' as const,
        'around' as const,
        'sync' as const,
        'reply' as const,
      ),
      limit: fc.integer({ min: 1, max: 3 }),
      where: at,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('arrive' as const), which: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), near: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
);

/** A client that gets pushes and answers, and checks its state after each. */
export class Client {
  state: ClientConversation = emptyConversation(CHAT);
  private readonly answers: Incoming[] = [];
  /** The own revisions whose change has arrived since the last reset. */
  private arrivedOwn = new Set<number>();

  /** @param base the seq that is added to the small numbers of the steps */
  constructor(
    private readonly server: ConversationModel,
    private readonly self: Person = 'ada',
    private readonly base = 0,
  ) {}

  private page = (...given: [number, Parameters<ConversationModel['page']>[2]?]) =>
    this.server.page(this.self, ...given);
  private sync = (limit: number) => this.server.sync(this.self, this.state.upTo, this.state.own.upTo, limit);
  private hint = (): Incoming => ({
    kind: 'hint',
    chatId: CHAT,
    rev: this.server.rev,
    ownRev: this.server.ownRev(this.self),
  });

  take(one: Step): void {
    if (one.do === 'act') this.server.act('at' in one.act ? { ...one.act, at: one.act.at + this.base } : one.act);
    if (one.do === 'hint') this.fold(this.hint());
    if (one.do === 'release') this.release(one.near + this.base);
    if (one.do === 'reset') [this.state, this.arrivedOwn] = [emptyConversation(CHAT), new Set()];
    if (one.do === 'request') this.answers.push(...this.request(one));
    const change = one.do === 'push' ? this.server.changes.at(-1 - one.which) : undefined;
    if (change) this.fold({ kind: 'change', chatId: CHAT, change });
    const own = one.do === 'push own' ? this.server.own[this.self].at(-1 - one.which) : undefined;
    if (own) this.fold({ kind: 'own', chatId: CHAT, change: own });
    const answer = one.do === 'arrive' ? this.answers.at(-1 - one.which) : undefined;
    if (answer) this.fold(answer);
  }

  private request({ what, limit, where }: Extract<Step, { do: 'request' }>): Incoming[] {
    if (what === 'page') return [{ kind: 'page', page: this.page(limit) }];
    if (what === 'sync') return [{ kind: 'sync', page: this.sync(limit) }];
    if (what === 'before' || what === 'after' || what === 'around')
      return [{ kind: 'history', page: this.page(limit, { [what]: where + this.base }) }];
    const message = this.server.messages().at(-1 - where);
    return message ? [{ kind: 'reply', message }] : [];
  }

  /** Releases messages, and expects the remaining ones to look the same. */
  release(near: number): void {
    const previous = this.state;
    this.state = releaseOutside(previous, [
      { from: near, to: near + 1 },
      { from: Math.max(this.server.messages().length - 1, 1), to: OPEN_END },
    ]);
    for (const range of this.state.ranges) expect(messagesOf(this.state, range)).toEqual(messagesOf(previous, range));
    this.expectNoGap();
  }

  fold(incoming: Incoming): void {
    const before = JSON.stringify(this.state);
    const previous = this.state;
    this.state = fold(previous, incoming);
    this.noteOwn(incoming);
    expect(JSON.stringify(previous)).toBe(before);
    expect(this.state.upTo).toBeGreaterThanOrEqual(previous.upTo);
    expect(this.state.seen).toBeGreaterThanOrEqual(this.state.upTo);
    expect(this.state.own.upTo ?? 0).toBeGreaterThanOrEqual(previous.own.upTo ?? 0);
    expect(this.state.own.seen).toBeGreaterThanOrEqual(this.state.own.upTo ?? 0);
    const unread = new Set(visibleMessages(this.state).flatMap(({ isRead, _id }) => (isRead ? [] : [_id])));
    expect(visibleMessages(previous).filter(({ isRead, _id }) => isRead && unread.has(_id))).toEqual([]);
    const again = fold(this.state, incoming);
    expect(again).toEqual(this.state);
    this.expectNoGap();
  }

  private noteOwn(incoming: Incoming): void {
    const cover = (after: number, upTo: number): void => {
      for (let ownRev = after + 1; ownRev <= upTo; ownRev += 1) this.arrivedOwn.add(ownRev);
    };
    if (incoming.kind === 'own') this.arrivedOwn.add(incoming.change.ownRev);
    if (incoming.kind === 'sync' && incoming.page.own) cover(incoming.page.own.after, incoming.page.own.upTo);
    if ((incoming.kind === 'page' || incoming.kind === 'history') && incoming.page.own)
      cover(0, incoming.page.own.asOf);
  }

  /** Expects every message of the ranges in its state as of `upTo`; later changes may still be missing. */
  private expectNoGap(): void {
    const { ranges, since, upTo, own, settings } = this.state;
    for (let ownRev = 1; ownRev <= (own.upTo ?? 0); ownRev += 1) expect(this.arrivedOwn).toContain(ownRev);
    if (since === null) return expect(ranges).toEqual([]);
    ranges.reduce((before, { from, to }) => {
      expect(from).toBeGreaterThan(before + 1);
      expect(to).toBeGreaterThanOrEqual(from);
      return to;
    }, -1);
    const { messages: all, settings: agreed } = this.page(Number.MAX_SAFE_INTEGER);
    for (const message of all)
      if (loadedRangeAt(this.state, message.seq) && message.rev <= upTo)
        expect(messageAt(this.state, message.seq)?.rev).toBe(message.rev);
    const [partners, mine] = [this.server.partnersMarker(this.self), this.server.ownMarker(this.self)];
    if (partners.rev <= upTo) expect(markerOf(this.state, partners.userId)).toEqual(partners);
    if (own.upTo !== null && (mine.ownRev ?? 0) <= own.upTo) expect(markerOf(this.state, mine.userId)).toEqual(mine);
    if (agreed.rev <= upTo) expect(settings).toEqual(agreed);
  }

  /** Catches up as a connected client does: a hint, then sync until nothing is missing. */
  heal(limit: number): void {
    if (!liveRange(this.state)) this.fold({ kind: 'page', page: this.page(limit) });
    this.fold(this.hint());
    for (let turns = 0; isBehind(this.state); turns += 1) {
      expect(turns).toBeLessThanOrEqual(this.server.rev + this.server.ownRev(this.self));
      this.fold({ kind: 'sync', page: this.sync(limit) });
    }
    this.readOn(limit);
  }

  /** Loads history in both directions until one range is left. */
  private readOn(limit: number): void {
    for (let turns = 0; this.state.ranges.length > 1 || (this.state.ranges[0]?.from ?? 1) > 1; turns += 1) {
      expect(turns).toBeLessThanOrEqual(this.server.messages().length);
      const first = this.state.ranges[0];
      const last = this.state.ranges.at(-1);
      if (!first || !last) return;
      const where = turns % 2 === 0 && first.to < OPEN_END ? { after: first.to } : { before: last.from };
      this.fold({ kind: 'history', page: this.page(limit, last.from === 1 ? { before: first.from } : where) });
    }
  }
}

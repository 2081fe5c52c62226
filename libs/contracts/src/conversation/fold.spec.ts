import fc from 'fast-check';
import { type Act, CHAT, ConversationModel, PEOPLE, type Person } from '../../test/conversation-model.js';
import { type Incoming, fold, isBehind } from './fold.js';
import {
  type ClientConversation,
  OPEN_END,
  emptyConversation,
  loadedRangeAt,
  liveRange,
  markerOf,
  messageAt,
  messagesOf,
  release as releaseOutside,
  visibleMessages,
} from './conversation-state.js';

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

const person = fc.constantFrom(...PEOPLE);
/** Small, so that the steps often concern the same messages, pushes and answers. */
const at = fc.nat(5);
const act: fc.Arbitrary<Act> = fc.oneof(
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
const step: fc.Arbitrary<Step> = fc.oneof(
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

class Client {
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

describe('fold', () => {
  it("converges to the server's state under any order of pushes, pages, catch-ups, repeats and losses", () => {
    fc.assert(
      fc.property(
        person,
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 7 }),
        (self, steps, limit) => {
          const server = new ConversationModel();
          const client = new Client(server, self);
          for (const one of steps) client.take(one);
          client.heal(limit);
          expect(visibleMessages(client.state)).toEqual(server.screen(self));
          expect(client.state).toMatchObject({ upTo: server.rev, own: { upTo: server.ownRev(self) } });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('converges far into a long conversation too', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const server = new ConversationModel();
        for (let n = 0; n < 126; n += 1) server.act({ kind: 'send', by: PEOPLE[n % 2] ?? 'ada', replyTo: n });
        const client = new Client(server, 'ada', 124);
        for (const one of steps) client.take(one);
        client.heal(20);
        expect(visibleMessages(client.state)).toEqual(server.screen('ada'));
      }),
      { numRuns: 40 },
    );
  });

  it('is equal to a fresh read after every single event, without a catch-up', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const server = new ConversationModel();
        const client = new Client(server);
        client.fold({ kind: 'page', page: server.page('ada', 50) });
        for (const one of acts) {
          const [before, ownBefore] = [server.rev, server.ownRev('ada')];
          server.act(one);
          for (const change of server.changes.slice(before)) client.fold({ kind: 'change', chatId: CHAT, change });
          for (const change of server.own.ada.slice(ownBefore)) client.fold({ kind: 'own', chatId: CHAT, change });
          expect(isBehind(client.state)).toBe(false);
          expect(visibleMessages(client.state)).toEqual(server.screen('ada'));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('brings two clients with different pushes to the same state', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40, size: 'max' }),
        fc.array(step, { maxLength: 40, size: 'max' }),
        (one, other) => {
          const server = new ConversationModel();
          const clients = [new Client(server), new Client(server)];
          for (let n = 0; n < Math.max(one.length, other.length); n += 1) {
            for (const [index, steps] of [one, other].entries()) {
              const next = steps[n];
              if (next) clients[index]?.take(next);
            }
          }
          const screens = clients.map((client) => {
            client.heal(3);
            return visibleMessages(client.state);
          });
          expect(screens[0]).toEqual(screens[1]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('ignores other conversations, and stays behind after a catch-up that leaves a gap', () => {
    const server = new ConversationModel();
    for (let n = 0; n < 5; n += 1) server.act({ kind: 'send', by: 'ada' });
    const state = fold(emptyConversation(CHAT), { kind: 'page', page: server.page('ada', 50) });
    expect(fold(state, { kind: 'hint', chatId: 'other', rev: 99 })).toBe(state);
    expect(fold(state, { kind: 'page', page: { ...server.page('ada', 50), chatId: 'other' } })).toBe(state);
    expect(fold(state, { kind: 'sync', page: { ...server.sync('ada', 0, 0, 50), chatId: 'other' } })).toBe(state);
    for (let n = 0; n < 5; n += 1) server.act({ kind: 'send', by: 'ben' });
    const ahead = fold(state, { kind: 'sync', page: server.sync('ada', 8, 0, 50) });
    expect(ahead).toMatchObject({ upTo: 5, seen: 10 });
    expect(isBehind(ahead)).toBe(true);
  });

  it('does not count an own catch-up or own change after a gap as contiguous', () => {
    const server = new ConversationModel();
    for (let n = 0; n < 2; n += 1) server.act({ kind: 'send', by: 'ben' });
    const state = fold(emptyConversation(CHAT), { kind: 'page', page: server.page('ada', 50) });
    for (const at of [0, 1]) server.act({ kind: 'read', by: 'ada', at });
    const beyond = fold(state, { kind: 'sync', page: server.sync('ada', server.rev, 1, 50) });
    const pushed = server.own.ada
      .slice(1)
      .reduce((previous, change) => fold(previous, { kind: 'own', chatId: CHAT, change }), state);
    for (const ahead of [beyond, pushed])
      expect([ahead.own.upTo, ahead.own.seen, isBehind(ahead)]).toEqual([0, 2, true]);
  });

  it('keeps the latest quote of a message that it releases', () => {
    const server = new ConversationModel();
    for (let n = 0; n < 299; n += 1) server.act({ kind: 'send', by: 'ada' });
    server.act({ kind: 'send', by: 'ben', replyTo: 0 });
    const client = new Client(server);
    client.fold({ kind: 'page', page: server.page('ada', 300) });
    server.act({ kind: 'edit', at: 0 });
    client.take({ do: 'push', which: 0 });
    client.release(250);
    expect(messageAt(client.state, 1)).toBeUndefined();
    expect(visibleMessages(client.state)).toEqual(server.screen('ada').slice(298));
  });

  describe('when an answer is late', () => {
    const seed = (acts: Act[]): ConversationModel => {
      const server = new ConversationModel();
      for (const one of acts) server.act(one);
      return server;
    };
    const send = (replyTo?: number): Act => ({ kind: 'send', by: 'ada', replyTo });
    const page = (server: ConversationModel, limit: number): Incoming => ({
      kind: 'page',
      page: server.page('ada', limit),
    });

    it('adds no range for a page that the server read before the first page', () => {
      const server = seed([send(), send(), send()]);
      const late: Incoming = { kind: 'history', page: server.page('ada', 2, { before: 3 }) };
      server.act({ kind: 'delete', at: 0 });
      const state = fold(fold(emptyConversation(CHAT), page(server, 1)), late);
      expect(state).toMatchObject({ ranges: [{ from: 3, to: OPEN_END }], since: 4 });
      const asked = fold(state, { kind: 'history', page: server.page('ada', 2, { before: 3 }) });
      expect(visibleMessages(asked)).toEqual(server.messages());
    });

    it('keeps the later quote of a message that is not loaded', () => {
      const server = seed([send(), send(0)]);
      const late: Incoming = { kind: 'history', page: server.page('ada', 1) };
      server.act({ kind: 'delete', at: 0 });
      const state = fold(fold(emptyConversation(CHAT), page(server, 1)), late);
      expect(visibleMessages(state)).toEqual(server.messages().slice(1));
    });

    it('keeps a message marked as read although its marker has not arrived', () => {
      const server = seed([send()]);
      const state = fold(emptyConversation(CHAT), page(server, 1));
      const late: Incoming = { kind: 'history', page: server.page('ada', 1) };
      server.act({ kind: 'read', by: 'ben', at: 0 });
      server.act({ kind: 'react', by: 'ben', at: 0 });
      const change = server.changes[2];
      if (!change) throw new RangeError('no change');
      const ahead = fold(fold(state, { kind: 'change', chatId: CHAT, change }), late);
      expect(visibleMessages(ahead)).toMatchObject([{ isRead: true, status: 'read', rev: 3 }]);
      expect(isBehind(ahead)).toBe(true);
    });
  });
});

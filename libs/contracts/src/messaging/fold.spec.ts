import fc from 'fast-check';
import { type Act, CHAT, ConversationModel, PEOPLE } from '../../test/conversation-model.js';
import { type Incoming, fold, isBehind } from './fold.js';
import { type ConversationState, OPEN_END, emptyConversation, islandOf, liveIsland, messageAt, messagesOf, release, visibleMessages } from './held.js';

/** What can happen between the server and one client, in any order. */
type Step =
  | { do: 'act'; act: Act }
  /** A push arrives: late, twice, out of order, or never. */
  | { do: 'hear'; which: number }
  | { do: 'hint' }
  /** A question leaves; it is answered as of now and the answer travels. */
  | { do: 'ask'; what: 'page' | 'before' | 'after' | 'around' | 'sync' | 'reply'; limit: number; where: number }
  /** An answer arrives, perhaps again, perhaps after the client has begun anew. */
  | { do: 'arrive'; which: number }
  /** Only what is near to a place stays, and the end. */
  | { do: 'let go'; near: number }
  | { do: 'begin anew' };

const person = fc.constantFrom(...PEOPLE);
/** Small, so that the same few messages, pushes and answers meet often. */
const at = fc.nat(5);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), by: person, replyTo: fc.option(at, { nil: undefined }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const, 'pin' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('react' as const), by: person, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('read' as const, 'deliver' as const), by: person, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disappear' as const), on: fc.boolean() }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('act' as const), act }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hear' as const), which: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hint' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      what: fc.constantFrom('page' as const, 'before' as const, 'after' as const, 'around' as const, 'sync' as const, 'reply' as const),
      limit: fc.integer({ min: 1, max: 3 }),
      where: at,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('arrive' as const), which: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('let go' as const), near: at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('begin anew' as const) }) },
);

class Client {
  state: ConversationState = emptyConversation(CHAT);
  private readonly answers: Incoming[] = [];

  /** @param base where in the conversation the small numbers of the steps count from. */
  constructor(private readonly server: ConversationModel, private readonly base = 0) {}

  take(one: Step): void {
    if (one.do === 'act') this.server.act('at' in one.act ? { ...one.act, at: one.act.at + this.base } : one.act);
    if (one.do === 'hint') this.fold({ kind: 'hint', chatId: CHAT, rev: this.server.rev });
    if (one.do === 'let go') this.letGo(one.near + this.base);
    if (one.do === 'begin anew') this.state = emptyConversation(CHAT);
    if (one.do === 'ask') this.answers.push(...this.ask(one));
    const change = one.do === 'hear' ? this.server.changes.at(-1 - one.which) : undefined;
    if (change) this.fold({ kind: 'change', chatId: CHAT, change });
    const answer = one.do === 'arrive' ? this.answers.at(-1 - one.which) : undefined;
    if (answer) this.fold(answer);
  }

  private ask({ what, limit, where }: Extract<Step, { do: 'ask' }>): Incoming[] {
    if (what === 'page') return [{ kind: 'page', page: this.server.page(limit) }];
    if (what === 'sync') return [{ kind: 'sync', page: this.server.sync(this.state.upTo, limit) }];
    if (what === 'before' || what === 'after' || what === 'around') return [{ kind: 'history', page: this.server.page(limit, { [what]: where + this.base }) }];
    const message = this.server.messages().at(-1 - where);
    return message ? [{ kind: 'reply', message }] : [];
  }

  /** Nothing that stays changes its looks. */
  letGo(near: number): void {
    const held = this.state;
    this.state = release(held, [{ from: near, to: near + 1 }, { from: Math.max(this.server.messages().length - 1, 1), to: OPEN_END }]);
    for (const island of this.state.islands) expect(messagesOf(this.state, island)).toEqual(messagesOf(held, island));
    this.expectNoHole();
  }

  fold(incoming: Incoming): void {
    const before = JSON.stringify(this.state);
    const held = this.state;
    this.state = fold(held, incoming);
    expect(JSON.stringify(held)).toBe(before);
    expect(this.state.upTo).toBeGreaterThanOrEqual(held.upTo);
    expect(this.state.seen).toBeGreaterThanOrEqual(this.state.upTo);
    const unread = new Set(visibleMessages(this.state).flatMap(({ isRead, _id }) => (isRead ? [] : [_id])));
    expect(visibleMessages(held).filter(({ isRead, _id }) => isRead && unread.has(_id))).toEqual([]);
    const again = fold(this.state, incoming);
    expect(again).toEqual(this.state);
    this.expectNoHole();
  }

  /** Whatever the islands and `upTo` promise is held. What has changed again since is promised by a later `upTo` only. */
  private expectNoHole(): void {
    const { islands, since, upTo, markers, settings } = this.state;
    if (since === null) return expect(islands).toEqual([]);
    islands.reduce((before, { from, to }) => {
      expect(from).toBeGreaterThan(before + 1);
      expect(to).toBeGreaterThanOrEqual(from);
      return to;
    }, -1);
    const { messages: all, markers: bothMarkers, settings: agreed } = this.server.page(Number.MAX_SAFE_INTEGER);
    for (const message of all) if (islandOf(this.state, message.seq) && message.rev <= upTo) expect(messageAt(this.state, message.seq)?.rev).toBe(message.rev);
    for (const marker of bothMarkers) if (marker.rev <= upTo) expect(markers[marker.userId]).toEqual(marker);
    if (agreed.rev <= upTo) expect(settings).toEqual(agreed);
  }

  /** What a real client does as soon as it is connected: a hint, then whatever is missing. */
  heal(limit: number): void {
    if (!liveIsland(this.state)) this.fold({ kind: 'page', page: this.server.page(limit) });
    this.fold({ kind: 'hint', chatId: CHAT, rev: this.server.rev });
    for (let turns = 0; isBehind(this.state); turns += 1) {
      expect(turns).toBeLessThanOrEqual(this.server.rev);
      this.fold({ kind: 'sync', page: this.server.sync(this.state.upTo, limit) });
    }
    this.readOn(limit);
  }

  /** Extends what is held in both directions until it is one: half by earlier pages, half by later ones. */
  private readOn(limit: number): void {
    for (let turns = 0; this.state.islands.length > 1 || (this.state.islands[0]?.from ?? 1) > 1; turns += 1) {
      expect(turns).toBeLessThanOrEqual(this.server.messages().length);
      const first = this.state.islands[0];
      const last = this.state.islands.at(-1);
      if (!first || !last) return;
      const where = turns % 2 === 0 && first.to < OPEN_END ? { after: first.to } : { before: last.from };
      this.fold({ kind: 'history', page: this.server.page(limit, last.from === 1 ? { before: first.from } : where) });
    }
  }
}

describe('fold', () => {
  it('leads to the server\'s state from any interleaving of pushes, pages, catch-ups, repeats and losses', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), fc.integer({ min: 1, max: 7 }), (steps, limit) => {
        const server = new ConversationModel();
        const client = new Client(server);
        for (const one of steps) client.take(one);
        client.heal(limit);
        expect(visibleMessages(client.state)).toEqual(server.messages());
        expect(client.state.upTo).toBe(server.rev);
      }),
      { numRuns: 500 },
    );
  });

  it('does so too where messages lie far into a long conversation', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const server = new ConversationModel();
        for (let n = 0; n < 126; n += 1) server.act({ kind: 'send', by: PEOPLE[n % 2] ?? 'ada', replyTo: n });
        const client = new Client(server, 124);
        for (const one of steps) client.take(one);
        client.heal(20);
        expect(visibleMessages(client.state)).toEqual(server.messages());
      }),
      { numRuns: 40 },
    );
  });

  it('of every single event equals a fresh read, without a catch-up', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const server = new ConversationModel();
        const client = new Client(server);
        client.fold({ kind: 'page', page: server.page(50) });
        for (const one of acts) {
          const heard = server.rev;
          server.act(one);
          for (const change of server.changes.slice(heard)) client.fold({ kind: 'change', chatId: CHAT, change });
          expect(isBehind(client.state)).toBe(false);
          expect(visibleMessages(client.state)).toEqual(server.messages());
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes two clients that heard different things to the same screen', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), fc.array(step, { maxLength: 40, size: 'max' }), (one, other) => {
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
      }),
      { numRuns: 150 },
    );
  });

  it('ignores other conversations, and a catch-up that starts beyond what is held', () => {
    const server = new ConversationModel();
    for (let n = 0; n < 5; n += 1) server.act({ kind: 'send', by: 'ada' });
    const state = fold(emptyConversation(CHAT), { kind: 'page', page: server.page(50) });
    expect(fold(state, { kind: 'hint', chatId: 'other', rev: 99 })).toBe(state);
    expect(fold(state, { kind: 'page', page: { ...server.page(50), chatId: 'other' } })).toBe(state);
    expect(fold(state, { kind: 'sync', page: { ...server.sync(0, 50), chatId: 'other' } })).toBe(state);
    for (let n = 0; n < 5; n += 1) server.act({ kind: 'send', by: 'ben' });
    const ahead = fold(state, { kind: 'sync', page: server.sync(8, 50) });
    expect(ahead).toMatchObject({ upTo: 5, seen: 10 });
    expect(isBehind(ahead)).toBe(true);
  });

  it('keeps what it knew of a quoted message that it lets go', () => {
    const server = new ConversationModel();
    for (let n = 0; n < 299; n += 1) server.act({ kind: 'send', by: 'ada' });
    server.act({ kind: 'send', by: 'ben', replyTo: 0 });
    const client = new Client(server);
    client.fold({ kind: 'page', page: server.page(300) });
    server.act({ kind: 'edit', at: 0 });
    client.take({ do: 'hear', which: 0 });
    client.letGo(250);
    expect(messageAt(client.state, 1)).toBeUndefined();
    expect(visibleMessages(client.state)).toEqual(server.messages().slice(298));
  });

  describe('when an answer is late', () => {
    const seed = (acts: Act[]): ConversationModel => {
      const server = new ConversationModel();
      for (const one of acts) server.act(one);
      return server;
    };
    const send = (replyTo?: number): Act => ({ kind: 'send', by: 'ada', replyTo });
    const page = (server: ConversationModel, limit: number): Incoming => ({ kind: 'page', page: server.page(limit) });

    it('does not take older messages from before its own beginning: their changes were never heard', () => {
      const server = seed([send(), send(), send()]);
      const late: Incoming = { kind: 'history', page: server.page(2, { before: 3 }) };
      server.act({ kind: 'delete', at: 0 });
      const state = fold(fold(emptyConversation(CHAT), page(server, 1)), late);
      expect(state).toMatchObject({ islands: [{ from: 3, to: OPEN_END }], since: 4 });
      const asked = fold(state, { kind: 'history', page: server.page(2, { before: 3 }) });
      expect(visibleMessages(asked)).toEqual(server.messages());
    });

    it('keeps the later quote of a message that it does not hold', () => {
      const server = seed([send(), send(0)]);
      const late: Incoming = { kind: 'history', page: server.page(1) };
      server.act({ kind: 'delete', at: 0 });
      const state = fold(fold(emptyConversation(CHAT), page(server, 1)), late);
      expect(visibleMessages(state)).toEqual(server.messages().slice(1));
    });

    it('does not take back that a message was read, though the marker has not arrived', () => {
      const server = seed([send()]);
      const state = fold(emptyConversation(CHAT), page(server, 1));
      const late: Incoming = { kind: 'history', page: server.page(1) };
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

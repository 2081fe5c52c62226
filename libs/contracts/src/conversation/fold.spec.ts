import fc from 'fast-check';
import { type Act, CHAT, ConversationModel, PEOPLE } from '../../test/conversation-model.js';
import { Client, act, person, step } from '../../test/conversation-client.js';
import { OPEN_END, emptyConversation, messageAt, visibleMessages } from './conversation-state.js';
import { type Incoming, fold, isBehind } from './fold.js';

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

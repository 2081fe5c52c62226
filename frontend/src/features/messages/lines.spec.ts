import type { MessageView } from '@duet/contracts';
import type { PendingMessage } from '../../sync/index.js';
import { dayLabel, echoesOf, lineOf, systemMessageWords, groupingOf } from './lines.js';

const message = (seq: number, sender: string, at: string, more: Partial<MessageView> = {}): MessageView => ({
  _id: `m${seq}`,
  id: `m${seq}`,
  chatId: 'c',
  seq,
  rev: seq,
  clientMessageId: `id${seq}`,
  sender: { _id: sender, firstName: sender, username: sender },
  content: `text ${seq}`,
  messageType: 'text',
  attachments: [],
  replyTo: null,
  reactions: [],
  isRead: false,
  status: 'sent',
  voiceStatus: null,
  createdAt: at,
  editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice: null,
  preview: null,
  sticker: null,
  card: null,
  ...more,
});

const send = (id: string, more: Partial<PendingMessage> = {}): PendingMessage => ({
  clientMessageId: id,
  userId: 'me',
  chatId: 'c',
  messageType: 'text',
  files: [],
  content: id,
  sticker: null,
  card: null,
  replyTo: null,
  queuedAt: '2026-06-02T10:10:00',
  order: 1,
  failure: null,
  ...more,
});

const arrivedAs = (messages: MessageView[]) => {
  const keys = new Set(messages.map((one) => lineOf(one, 'me', true).key));
  return ({ key }: { key: string }): boolean => keys.has(key);
};

describe('lines', () => {
  it('show an echo until its message has arrived, never both', () => {
    const arrived = [message(1, 'me', '2026-06-02T10:00:00')];
    const echoes = echoesOf([send('id1'), send('id2')], 0, arrivedAs(arrived), () => undefined);
    expect(echoes.map(({ key, state }) => [key, state])).toEqual([['me id2', 'sending']]);
  });

  it('show the delivery state of a message', () => {
    const states = (receipts: boolean) =>
      [{ isRead: true, status: 'read' as const }, { status: 'delivered' as const }, {}].map(
        (more) => lineOf(message(1, 'me', '2026-06-02T10:00:00', more), 'me', receipts).state,
      );
    expect(states(true)).toEqual(['read', 'delivered', 'sent']);
    // Users who share no read receipts see none.
    expect(states(false)).toEqual(['sent', 'sent', 'sent']);
    expect(lineOf(message(2, 'you', '2026-06-02T10:00:00'), 'me', true).state).toBe('arrived');
    const echoes = echoesOf(
      [send('a', { failure: 'NO_PARTNER' }), send('b')],
      3,
      () => false,
      () => undefined,
    );
    expect(echoes.map(({ state }) => state)).toEqual(['failed', 'waiting']);
  });

  it('are grouped by sender and day; a pause, the first unread message and a system message start a group', () => {
    const lines = [
      message(1, 'me', '2026-06-01T23:58:00'),
      message(2, 'me', '2026-06-02T00:01:00'),
      message(3, 'you', '2026-06-02T00:02:00'),
      message(4, 'you', '2026-06-02T00:03:00'),
      message(5, 'you', '2026-06-02T00:04:00'),
      message(6, 'you', '2026-06-02T00:30:00'),
      message(7, 'you', '2026-06-02T00:31:00', { notice: { kind: 'disappearing', seconds: null } }),
    ].map((one) => lineOf(one, 'me', true));
    const groupings = lines.map((line, index) => groupingOf(lines[index - 1], line, lines[index + 1], 4));
    const flags = groupings.map(({ startsDay, startsGroup, endsGroup }) =>
      [startsDay && 'day', startsGroup && 'begins', endsGroup && 'ends'].filter(Boolean).join(),
    );
    expect(flags).toEqual([
      'day,begins,ends',
      'day,begins,ends',
      'begins,ends',
      'begins',
      'ends',
      'begins,ends',
      'begins,ends',
    ]);
  });

  it('call the last two days Today and Yesterday', () => {
    const now = new Date('2026-06-02T12:00:00');
    const label = (at: string) => dayLabel(at, now, (day) => day.slice(0, 4));
    expect([label('2026-06-02T00:00:01'), label('2026-06-01T23:59:59'), label('2025-06-01T12:00:00')]).toEqual([
      'Today',
      'Yesterday',
      '2025',
    ]);
  });

  it('say who turned disappearing messages on or off', () => {
    const words = [3_600, 86_400, 604_800, null].map((seconds) =>
      systemMessageWords({ kind: 'disappearing', seconds }, { by: 'you', name: 'You' }),
    );
    expect(words).toEqual([
      'You turned on disappearing messages: 1 hour',
      'You turned on disappearing messages: 1 day',
      'You turned on disappearing messages: 7 days',
      'You turned off disappearing messages',
    ]);
    const started = (['you', 'other'] as const).map((by) =>
      systemMessageWords({ kind: 'disappearing', seconds: 86_400, fromStart: true }, { by, name: 'Ben' }),
    );
    expect(started).toEqual([
      'Messages here disappear after 1 day, as you chose for new conversations',
      'Messages here disappear after 1 day, as Ben chose for new conversations',
    ]);
  });
});

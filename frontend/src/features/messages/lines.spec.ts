import type { MessageView } from '@duet/contracts';
import type { OutgoingSend } from '../../api/outgoing-state.js';
import { blocksOf, dayLabel, linesOf } from './lines.js';

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
  ...more,
});

const send = (id: string, more: Partial<OutgoingSend> = {}): OutgoingSend => ({
  clientMessageId: id,
  userId: 'me',
  chatId: 'c',
  content: id,
  replyTo: null,
  queuedAt: '2026-06-02T10:10:00',
  order: 1,
  failure: null,
  ...more,
});

describe('lines', () => {
  it('shows an echo until its message is there, never both', () => {
    const arrived = [message(1, 'me', '2026-06-02T10:00:00')];
    expect(linesOf(arrived, [send('id1'), send('id2')], 0, 'me').map(({ state }) => state)).toEqual(['sent', 'sending']);
  });

  it('says how far a text has come', () => {
    const texts = [message(1, 'me', '2026-06-02T10:00:00', { isRead: true }), message(2, 'you', '2026-06-02T10:00:00')];
    expect(linesOf(texts, [send('a', { failure: 'NO_PARTNER' }), send('b')], 3, 'me').map(({ state }) => state)).toEqual(['read', 'arrived', 'failed', 'waiting']);
  });

  it('groups by person and day, breaks after a pause, and marks the first unread', () => {
    const texts = [
      message(1, 'me', '2026-06-01T23:58:00'),
      message(2, 'me', '2026-06-02T00:01:00'),
      message(3, 'you', '2026-06-02T00:02:00'),
      message(4, 'you', '2026-06-02T00:03:00'),
      message(5, 'you', '2026-06-02T00:30:00'),
    ];
    const blocks = blocksOf(linesOf(texts, [], 0, 'me'), 4);
    expect(blocks.map((block) => (block.kind === 'run' ? block.lines.map(({ seq }) => seq).join() : block.kind))).toEqual(['day', '1', 'day', '2', '3', 'unread', '4', '5']);
    expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
  });

  it('names days as people do', () => {
    const now = new Date('2026-06-02T12:00:00');
    expect(dayLabel('2026-06-02T00:00:01', now)).toBe('Today');
    expect(dayLabel('2026-06-01T23:59:59', now)).toBe('Yesterday');
    expect(dayLabel('2025-06-01T12:00:00', now)).toContain('2025');
  });
});

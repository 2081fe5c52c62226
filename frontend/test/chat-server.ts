import type { ConversationPage, MessageView, PartnerView, ReadMarkerView, SyncPage, UserView } from '@duet/contracts';
import { DEFAULT_SETTINGS } from '@duet/contracts/plain';
import { http, HttpResponse } from 'msw';

const person = (id: string, firstName: string, username: string) => ({
  _id: id,
  id,
  firstName,
  lastName: 'Lovelace',
  fullName: `${firstName} Lovelace`,
  username,
  avatar: null,
  email: `${username}@example.org`,
});

export const partner: PartnerView = person('b0b', 'Bob', 'bob');

export const me: UserView = { ...person('ada', 'Ada', 'ada'), emailVerified: true, pendingEmail: null, bio: '', createdAt: '2026-01-01T00:00:00Z', partner, partnershipDate: '2026-02-01T00:00:00Z' };

export const CHAT = 'c4a7';

/** A message of the conversation; its rev is its seq unless it is said. */
export function aMessage(seq: number, from: { _id: string; firstName: string; username: string }, more: Partial<MessageView> = {}): MessageView {
  return {
    _id: `m${seq}`,
    id: `m${seq}`,
    chatId: CHAT,
    seq,
    rev: seq,
    clientMessageId: `c${seq}`,
    sender: { _id: from._id, firstName: from.firstName, username: from.username },
    content: `message ${seq}`,
    messageType: 'text',
    attachments: [],
    replyTo: null,
    reactions: [],
    isRead: false,
    status: 'sent',
    voiceStatus: null,
    createdAt: new Date(Date.UTC(2026, 5, 1, 12, seq)).toISOString(),
    editedAt: null,
    deletedAt: null,
    pinnedAt: null,
    expiresAt: null,
    notice: null,
    preview: null,
    ...more,
  };
}

/** The messages of one conversation as the API serves them. */
export class ChatServer {
  messages: MessageView[] = [];
  markers: ReadMarkerView[] = [];
  syncs: number[] = [];
  /** What pages were asked for. */
  pages: string[] = [];
  posts: { clientMessageId: string; content: string }[] = [];
  /** What the first page waits for. */
  pageGate: Promise<void> = Promise.resolve();
  answerPost: (body: { clientMessageId: string; content: string }) => Response = (body) => HttpResponse.json({ success: true, data: this.store(body) }, { status: 201 });

  private get rev(): number {
    return this.messages.at(-1)?.rev ?? 0;
  }

  /** Idempotent by the client's id, as the real one is. */
  store({ clientMessageId, content }: { clientMessageId?: string | undefined; content: string }): MessageView {
    const known = this.messages.find((message) => message.clientMessageId === clientMessageId);
    if (known) return known;
    const made = aMessage(this.messages.length + 1, me, { content, ...(clientMessageId === undefined ? {} : { clientMessageId }), createdAt: new Date().toISOString() });
    this.messages.push(made);
    return made;
  }

  private page(search: URLSearchParams): ConversationPage {
    const place = (name: string): number | null => (search.has(name) ? Number(search.get(name)) : null);
    const limit = place('limit') ?? 50;
    const [before, after, around] = [place('before'), place('after'), place('around')];
    const length = this.messages.length;
    const to = around === null ? (before ?? length + 1) - 1 : Math.min(length, Math.max(limit, around + Math.ceil(limit / 2) - 1));
    const messages = after === null ? this.messages.slice(Math.max(to - limit, 0), to) : this.messages.slice(after, after + limit);
    this.pages.push(search.toString());
    return { chatId: CHAT, messages, markers: this.markers, settings: { disappearAfter: null, rev: 0 }, asOf: this.rev, hasMore: to > limit, unread: 0 };
  }

  private changes(after: number): SyncPage {
    const changes = this.messages.filter(({ rev }) => rev > after).map((message) => ({ kind: 'message' as const, rev: message.rev, message }));
    return { chatId: CHAT, changes, after, upTo: this.rev, asOf: this.rev, hasMore: false };
  }

  readonly handlers = [
    http.get('*/api/messages/conversation', async ({ request }) => {
      const page = this.page(new URL(request.url).searchParams);
      await this.pageGate;
      return HttpResponse.json({ success: true, data: page });
    }),
    http.get('*/api/messages/sync', ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after'));
      this.syncs.push(after);
      return HttpResponse.json({ success: true, data: this.changes(after) });
    }),
    http.post<never, { clientMessageId: string; content: string }>('*/api/messages', async ({ request }) => {
      const body = await request.json();
      this.posts.push(body);
      return this.answerPost(body);
    }),
    http.patch('*/api/messages/read', () => HttpResponse.json({ success: true, data: { userId: me._id, upTo: this.rev, deliveredUpTo: this.rev, rev: this.rev, readAt: new Date().toISOString() } })),
    http.patch('*/api/messages/delivered', () => HttpResponse.json({ success: true, data: { userId: me._id, upTo: 0, deliveredUpTo: this.rev, rev: this.rev, readAt: new Date().toISOString() } })),
    http.get('*/api/partners/status', () =>
      HttpResponse.json({
        success: true,
        data: { hasPartner: true, partner, couple: { _id: CHAT, chatId: CHAT, linkedAt: '2026-02-01T00:00:00Z', timezone: 'UTC', togetherSince: '2026-02-01', togetherSinceVersion: 0, version: 1 }, nickname: null, pendingRequests: 0 },
      }),
    ),
    http.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: DEFAULT_SETTINGS })),
    http.all('*/api/*', () => HttpResponse.json({ success: true, data: [] })),
  ];
}

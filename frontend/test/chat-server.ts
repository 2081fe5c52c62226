import type {
  CardView,
  ConversationPage,
  MessageView,
  OwnChange,
  PartnerView,
  ReadMarkerView,
  SyncPage,
  UserView,
} from '@duet/contracts';
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

export const me: UserView = {
  ...person('ada', 'Ada', 'ada'),
  emailVerified: true,
  pendingEmail: null,
  secondFactorRemovalAt: null,
  bio: '',
  createdAt: '2026-01-01T00:00:00Z',
  partner,
  partnershipDate: '2026-02-01T00:00:00Z',
};

export const CHAT = 'c4a7';

/** A message of the conversation. Its rev equals its seq by default. */
export function aMessage(
  seq: number,
  from: { _id: string; firstName: string; username: string },
  more: Partial<MessageView> = {},
): MessageView {
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
    sticker: null,
    card: null,
    ...more,
  };
}

/** A fake of the API of one conversation. */
interface StoredSend {
  clientMessageId?: string | undefined;
  content: string;
  sticker?: string | undefined;
  card?: CardView | undefined;
}

export class ChatServer {
  messages: MessageView[] = [];
  nickname: string | null = null;
  markers: ReadMarkerView[] = [];
  /** The caller's own changes in order of ownRev; null behaves like a server of the previous build. */
  own: OwnChange[] | null = null;
  syncs: number[] = [];
  ownSyncs: (string | null)[] = [];
  /** The queries of the requested pages. */
  pages: string[] = [];
  posts: { clientMessageId: string; content: string }[] = [];
  /** The server answers the first page when this promise has resolved. */
  pageGate: Promise<void> = Promise.resolve();
  answerPost: (body: { clientMessageId: string; content: string }) => Response = (body) =>
    HttpResponse.json({ success: true, data: this.store(body) }, { status: 201 });

  private get ownRev(): number {
    return this.own?.at(-1)?.ownRev ?? 0;
  }

  private get rev(): number {
    return this.messages.at(-1)?.rev ?? 0;
  }

  /** Idempotent by `clientMessageId`, like the real API. */
  store({ clientMessageId, content, sticker, card }: StoredSend): MessageView {
    const known = this.messages.find((message) => message.clientMessageId === clientMessageId);
    if (known) return known;
    const made = aMessage(this.messages.length + 1, me, {
      content,
      sticker: sticker ?? null,
      card: card ?? null,
      ...(clientMessageId === undefined ? {} : { clientMessageId }),
      createdAt: new Date().toISOString(),
    });
    this.messages.push(made);
    return made;
  }

  private page(search: URLSearchParams): ConversationPage {
    const place = (name: string): number | null => (search.has(name) ? Number(search.get(name)) : null);
    const limit = place('limit') ?? 50;
    const [before, after, around] = [place('before'), place('after'), place('around')];
    const length = this.messages.length;
    const to =
      around === null
        ? (before ?? length + 1) - 1
        : Math.min(length, Math.max(limit, around + Math.ceil(limit / 2) - 1));
    const messages =
      after === null ? this.messages.slice(Math.max(to - limit, 0), to) : this.messages.slice(after, after + limit);
    this.pages.push(search.toString());
    return {
      chatId: CHAT,
      messages,
      markers: this.markers,
      settings: { disappearAfter: null, rev: 0 },
      asOf: this.rev,
      hasMore: to > limit,
      unread: 0,
      ...(this.own && { own: { changes: this.own, asOf: this.ownRev } }),
    };
  }

  private changes(after: number, ownAfter: string | null): SyncPage {
    const changes = this.messages
      .filter(({ rev }) => rev > after)
      .map((message) => ({ kind: 'message' as const, rev: message.rev, message }));
    const own =
      this.own && ownAfter !== null
        ? {
            after: Number(ownAfter),
            changes: this.own.filter(({ ownRev }) => ownRev > Number(ownAfter)),
            upTo: this.ownRev,
            asOf: this.ownRev,
            hasMore: false,
          }
        : null;
    return { chatId: CHAT, changes, after, upTo: this.rev, asOf: this.rev, hasMore: false, ...(own && { own }) };
  }

  readonly handlers = [
    http.get('*/api/messages/conversation', async ({ request }) => {
      const page = this.page(new URL(request.url).searchParams);
      await this.pageGate;
      return HttpResponse.json({ success: true, data: page });
    }),
    http.get('*/api/messages/sync', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [after, ownAfter] = [Number(searchParams.get('after')), searchParams.get('ownAfter')];
      this.syncs.push(after);
      this.ownSyncs.push(ownAfter);
      return HttpResponse.json({ success: true, data: this.changes(after, ownAfter) });
    }),
    http.post<never, { clientMessageId: string; content: string }>('*/api/messages', async ({ request }) => {
      const body = await request.json();
      this.posts.push(body);
      return this.answerPost(body);
    }),
    http.patch<never, { upTo: number }>('*/api/messages/read', async ({ request }) => {
      const { upTo } = await request.json();
      return HttpResponse.json({
        success: true,
        data: { userId: me._id, upTo, deliveredUpTo: this.rev, rev: this.rev, readAt: new Date().toISOString() },
      });
    }),
    http.patch('*/api/messages/delivered', () =>
      HttpResponse.json({
        success: true,
        data: { userId: me._id, upTo: 0, deliveredUpTo: this.rev, rev: this.rev, readAt: new Date().toISOString() },
      }),
    ),
    http.get('*/api/partners/status', () =>
      HttpResponse.json({
        success: true,
        data: {
          hasPartner: true,
          partner,
          couple: {
            _id: CHAT,
            chatId: CHAT,
            linkedAt: '2026-02-01T00:00:00Z',
            timezone: 'UTC',
            togetherSince: '2026-02-01',
            togetherSinceVersion: 0,
            hiddenParts: [],
            version: 1,
          },
          nickname: this.nickname,
          pendingRequests: 0,
        },
      }),
    ),
    http.get('*/api/users/profile', () => HttpResponse.json({ success: true, data: me })),
    http.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: DEFAULT_SETTINGS })),
    http.get('*/api/users/push', () =>
      HttpResponse.json({ success: true, data: { publicKey: null, subscribed: false } }),
    ),
    http.all('*/api/*', () => HttpResponse.json({ success: true, data: [] })),
  ];
}

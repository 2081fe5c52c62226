import type { AttachmentView } from '@duet/contracts';
import { LIMITS, attachmentPath } from '@duet/contracts/plain';
import { HttpResponse, http as rest } from 'msw';
import { type ConversationPage, useConversationPage } from './conversations.js';
import { stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';

export const anAttachment = (
  id: string,
  kind: AttachmentView['kind'],
  more: Partial<AttachmentView> = {},
): AttachmentView => ({
  id,
  kind,
  url: attachmentPath(id),
  filename: `${id}.bin`,
  size: 2048,
  mimeType: { image: 'image/jpeg', video: 'video/mp4', voice: 'audio/mp4', file: 'application/pdf' }[kind],
  ...more,
});

/** A conversation with files. Records the media calls in order. */
export interface MediaPage extends ConversationPage {
  links: string[][];
  played: string[];
}

const RealXhr = globalThis.XMLHttpRequest;

const mediaHandlers = (page: MediaPage) => [
  rest.post<never, { ids: string[] }>('*/api/media/links', async ({ request }) => {
    const { ids } = await request.json();
    page.links.push(ids);
    const expiresAt = new Date(Date.now() + LIMITS.mediaLinkSeconds * 1_000).toISOString();
    return HttpResponse.json({
      success: true,
      data: { links: ids.map((id) => ({ id, query: `h=${page.links.length}`, expiresAt })) },
    });
  }),
  rest.post('*/api/messages/:id/played', ({ params }) => {
    page.played.push(String(params['id']));
    const message = page.server.messages.find(({ _id }) => _id === params['id']);
    return HttpResponse.json({ success: true, data: { ...message, voiceStatus: 'played', rev: 100 } });
  }),
];

/** jsdom has media elements but cannot play them. */
function teachToPlay(): void {
  URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
  HTMLMediaElement.prototype.load = function load() {
    setTimeout(() => this.dispatchEvent(new Event('loadedmetadata')));
  };
  HTMLMediaElement.prototype.play = async function play() {
    this.dispatchEvent(new Event('playing'));
  };
  HTMLMediaElement.prototype.pause = function pause() {
    this.dispatchEvent(new Event('pause'));
  };
}

export function useMediaPage(): MediaPage {
  const page: MediaPage = Object.assign(
    useConversationPage(() => mediaHandlers(page)),
    { links: [], played: [] },
  );
  beforeAll(teachToPlay);
  beforeEach(() => {
    [page.links, page.played] = [[], []];
    FakeXhr.all = [];
    Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
    page.wire.answerSend = async (send) => stored(page.server.store(send));
  });
  afterEach(() => {
    Object.assign(globalThis, { XMLHttpRequest: RealXhr });
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  return page;
}

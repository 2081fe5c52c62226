import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/jest-globals';
import type { AttachmentView, MessageView } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS, attachmentPath } from '@duet/contracts/plain';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as rest } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { session } from '../src/api/session.js';
import { openUploads } from '../src/api/uploads-storage.js';
import { App } from '../src/app/app.js';
import { Conversation } from '../src/app/conversation.js';
import { makeStore } from '../src/app/store.js';
import { CHAT, ChatServer, aMessage, me, partner } from './chat-server.js';
import { FakeWire, stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import './layout.js';

const http = setupServer();
let server: ChatServer;
let wire: FakeWire;
/** What was asked of the media calls, in order. */
let links: string[][];
let played: string[];
const RealXhr = globalThis.XMLHttpRequest;

const anAttachment = (id: string, kind: AttachmentView['kind'], more: Partial<AttachmentView> = {}): AttachmentView => ({
  id,
  kind,
  url: attachmentPath(id),
  filename: `${id}.bin`,
  size: 2048,
  mimeType: { image: 'image/jpeg', video: 'video/mp4', voice: 'audio/mp4', file: 'application/pdf' }[kind],
  ...more,
});

const mediaHandlers = () => [
  rest.post<never, { ids: string[] }>('*/api/media/links', async ({ request }) => {
    const { ids } = await request.json();
    links.push(ids);
    const expiresAt = new Date(Date.now() + LIMITS.mediaLinkSeconds * 1_000).toISOString();
    return HttpResponse.json({ success: true, data: { links: ids.map((id) => ({ id, query: `h=${links.length}`, expiresAt })) } });
  }),
  rest.post('*/api/messages/:id/played', ({ params }) => {
    played.push(String(params['id']));
    const message = server.messages.find(({ _id }) => _id === params['id']);
    return HttpResponse.json({ success: true, data: { ...message, voiceStatus: 'played', rev: 100 } });
  }),
];

beforeAll(() => {
  http.listen();
  URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
  // jsdom knows the elements, not how to play.
  HTMLMediaElement.prototype.load = function load() {
    setTimeout(() => this.dispatchEvent(new Event('loadedmetadata')));
  };
  HTMLMediaElement.prototype.play = async function play() {
    this.dispatchEvent(new Event('playing'));
  };
  HTMLMediaElement.prototype.pause = function pause() {
    this.dispatchEvent(new Event('pause'));
  };
});
afterAll(() => http.close());

beforeEach(() => {
  server = new ChatServer();
  links = [];
  played = [];
  FakeXhr.all = [];
  http.use(...mediaHandlers(), ...server.handlers);
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
  wire = new FakeWire(me._id);
  wire.answerSend = async (send) => stored(server.store(send));
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
});

afterEach(async () => {
  cleanup();
  Object.assign(globalThis, { XMLHttpRequest: RealXhr });
  http.resetHandlers();
  jest.useRealTimers();
  const storage = await openUploads();
  for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
  session.signedOut();
});

function openPage(): void {
  const store = makeStore();
  const router = createMemoryRouter([{ path: '/', element: <Conversation /> }]);
  render(<App store={store} live={createLive(store, wire.open)} router={router} />);
}

const log = (): HTMLElement => screen.getByRole('log');
const file = (name: string, type: string, size = 1_000): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const photo = (name = 'beach.jpg', size = 1_000): File => file(name, 'image/jpeg', size);
const choose = async (...files: File[]): Promise<void> => userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), files);
const send = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const isSent = (count: number): Promise<void> => waitFor(() => expect(FakeXhr.all).toHaveLength(count));

/** The message that the server makes of an upload. */
function storeUpload(xhr: FakeXhr, more: Partial<MessageView>): MessageView {
  const known = server.messages.find(({ clientMessageId }) => clientMessageId === xhr.clientMessageId);
  if (known) return known;
  const made = aMessage(server.messages.length + 1, me, { content: '', clientMessageId: xhr.clientMessageId, createdAt: new Date().toISOString(), ...more });
  server.messages.push(made);
  return made;
}
const asImage = (xhr: FakeXhr): MessageView => storeUpload(xhr, { messageType: 'image', attachments: xhr.names.map((name, index) => anAttachment(`a${index}`, 'image', { filename: name })) });
const accept = (xhr: FakeXhr, message = asImage(xhr)): void => act(() => xhr.answer(201, { success: true, data: { messages: [message] } }));

describe('choosing files', () => {
  it('shows what will be sent, each to be taken out again', async () => {
    openPage();
    await choose(photo(), file('plan.pdf', 'application/pdf'));
    const tray = screen.getByRole('list', { name: 'Files to send' });
    expect(within(tray).getByRole('img', { name: 'beach.jpg' })).toBeVisible();
    expect(within(tray).getByText('plan.pdf')).toBeVisible();
    await userEvent.click(within(tray).getByRole('button', { name: 'Remove beach.jpg' }));
    expect(within(tray).getAllByRole('listitem')).toHaveLength(1);
    expect(FakeXhr.all).toHaveLength(0);
  });

  it('says in the words of the specification that a file is too large, and keeps the others', async () => {
    openPage();
    await choose(photo('huge.jpg', LIMITS.fileBytes + 1), photo('fits.jpg', LIMITS.fileBytes));
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText('File huge.jpg is too large. Maximum size is 10MB.')).toBeVisible();
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('button', { name: 'Remove fits.jpg' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove huge.jpg' })).not.toBeInTheDocument();
  });

  it('keeps five of six and says so', async () => {
    openPage();
    await choose(...[1, 2, 3, 4, 5, 6].map((index) => photo(`${index}.jpg`)));
    expect(screen.getByText(TEXTS.tooManyFiles)).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(5);
    await choose(photo('7.jpg'));
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(5);
  });

  it('takes what is pasted and what is dropped', async () => {
    openPage();
    const field = await screen.findByLabelText('Message Bob', { selector: 'textarea' });
    fireEvent.paste(field, { clipboardData: { files: [photo('pasted.png')], types: ['Files'], getData: () => '', items: [] } });
    expect(await screen.findByRole('button', { name: 'Remove pasted.png' })).toBeVisible();
    const dataTransfer = { files: [photo('dropped.jpg')], types: ['Files'] };
    fireEvent.dragEnter(log(), { dataTransfer });
    expect(screen.getByText('Drop to send')).toBeVisible();
    fireEvent.drop(log(), { dataTransfer });
    expect(screen.queryByText('Drop to send')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove dropped.jpg' })).toBeVisible();
  });
});

describe('sending files', () => {
  it('sends photos as one message and another file as its own, the text behind them', async () => {
    openPage();
    await choose(photo('1.jpg'), file('plan.pdf', 'application/pdf'), photo('2.jpg'));
    await userEvent.type(screen.getByLabelText('Message Bob', { selector: 'textarea' }), 'Look at these');
    await send();
    await isSent(1);
    expect(FakeXhr.last.path).toBe('/api/messages/upload');
    expect(FakeXhr.last.names).toEqual(['1.jpg', '2.jpg']);
    expect(FakeXhr.last.headers['authorization']).toBe('Bearer access');
    expect([...FakeXhr.last.body.keys()][0]).toBe('clientMessageId');
    expect(wire.sends()).toEqual([]);
    // Everything shows at once.
    expect(within(log()).getByText('plan.pdf')).toBeVisible();
    expect(within(log()).getByText('Look at these')).toBeVisible();
    accept(FakeXhr.last);
    await isSent(2);
    expect(FakeXhr.last.names).toEqual(['plan.pdf']);
    accept(FakeXhr.last, storeUpload(FakeXhr.last, { messageType: 'file', attachments: [anAttachment('f', 'file', { filename: 'plan.pdf' })] }));
    await waitFor(() => expect(wire.sends().map(({ content }) => content)).toEqual(['Look at these']));
    await waitFor(() => expect(within(log()).getAllByRole('img', { name: 'Sent' })).toHaveLength(3));
    expect(within(log()).getAllByText('Look at these')).toHaveLength(1);
    await waitFor(async () => expect(await (await openUploads()).of(me._id)).toEqual([]));
  });

  it('shows how far it is, and goes on looking the same once it is stored', async () => {
    server.messages = [aMessage(1, partner)];
    openPage();
    await choose(photo());
    await send();
    await isSent(1);
    act(() => FakeXhr.last.progress(250, 1_000));
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '25');
    const picture = (): string | null => log().querySelector('img')?.getAttribute('src') ?? null;
    const own = picture();
    expect(own).toMatch(/^blob:/);
    const tile = screen.getByRole('button', { name: 'Open photo' });
    accept(FakeXhr.last);
    await within(log()).findByRole('img', { name: 'Sent' });
    expect(screen.getByRole('button', { name: 'Open photo' })).toBe(tile);
    expect(picture()).toBe(own);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(links).toEqual([]);
  });

  it('is taken back in the middle of its way', async () => {
    openPage();
    await choose(photo());
    await send();
    await isSent(1);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(FakeXhr.last.isAborted).toBe(true);
    await waitFor(() => expect(within(log()).queryByRole('button', { name: 'Open photo' })).not.toBeInTheDocument());
    await waitFor(async () => expect(await (await openUploads()).of(me._id)).toEqual([]));
    expect(FakeXhr.all).toHaveLength(1);
  });

  it('fails in its place, without a toast, and is sent again under the same id when asked', async () => {
    openPage();
    await choose(photo());
    await send();
    await isSent(1);
    act(() => FakeXhr.last.answer(ERRORS.QUOTA_EXCEEDED.status, { success: false, code: 'QUOTA_EXCEEDED', message: ERRORS.QUOTA_EXCEEDED.message, requestId: 'r' }));
    expect(await within(log()).findByText(ERRORS.QUOTA_EXCEEDED.message)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    const first = FakeXhr.last;
    await userEvent.click(within(log()).getByRole('button', { name: 'Retry' }));
    await isSent(2);
    expect(FakeXhr.last.clientMessageId).toBe(first.clientMessageId);
    accept(FakeXhr.last);
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
  });

  it('gives up after 30 s in which no byte moved, and goes on when the connection is back', async () => {
    openPage();
    await choose(photo());
    await send();
    await isSent(1);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    // The next move starts the 30 s anew.
    act(() => FakeXhr.last.progress(1, 1_000));
    act(() => void jest.advanceTimersByTime(LIMITS.uploadIdle - 1));
    act(() => FakeXhr.last.progress(2, 1_000));
    act(() => void jest.advanceTimersByTime(LIMITS.uploadIdle - 1));
    expect(FakeXhr.last.isAborted).toBe(false);
    act(() => void jest.advanceTimersByTime(1));
    expect(FakeXhr.last.isAborted).toBe(true);
    jest.useRealTimers();
    expect(await within(log()).findByText('Not sent: the connection was lost.')).toBeVisible();
    act(() => wire.breakOff());
    wire.isReachable = true;
    act(() => wire.connect());
    await isSent(2);
  });

  it('renews the token once when it has run out, and sends the same again', async () => {
    let refreshes = 0;
    http.use(
      rest.post('*/api/auth/refresh-token', () => {
        refreshes += 1;
        return HttpResponse.json({ success: true, token: 'access2', refreshToken: 'refresh2' });
      }),
    );
    openPage();
    await choose(photo());
    await send();
    await isSent(1);
    act(() => FakeXhr.last.answer(401, { success: false, code: 'TOKEN_EXPIRED' }));
    await isSent(2);
    expect(FakeXhr.last.headers['authorization']).toBe('Bearer access2');
    expect(refreshes).toBe(1);
    accept(FakeXhr.last);
    await within(log()).findByRole('img', { name: 'Sent' });
  });
});

describe('what was shared', () => {
  it('asks for links in one call, and once more for what did not load', async () => {
    server.messages = [
      aMessage(1, partner, { content: '', messageType: 'image', attachments: [anAttachment('p1', 'image'), anAttachment('p2', 'image')] }),
      aMessage(2, partner, { content: '', messageType: 'image', attachments: [anAttachment('p3', 'image', { width: 400, height: 300 })] }),
    ];
    openPage();
    await screen.findByRole('log');
    await waitFor(() => expect(links).toEqual([['p1', 'p2', 'p3']]));
    const tile = await screen.findByRole('button', { name: 'Open photo' });
    const picture = (): HTMLImageElement | null => tile.querySelector('img');
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=1'));
    fireEvent.error(picture() ?? tile);
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=2'));
    fireEvent.error(picture() ?? tile);
    const broken = await screen.findByRole('button', { name: 'Open photo could not be loaded. Retry' });
    await userEvent.click(broken);
    await waitFor(() => expect(picture()).toHaveAttribute('src', '/api/media/attachments/p3/display?h=3'));
  });

  it('opens photos full screen, leafs by keys, and gives the focus back', async () => {
    server.messages = [
      aMessage(1, partner, { content: '', messageType: 'image', attachments: [anAttachment('p1', 'image'), anAttachment('p2', 'image')] }),
      aMessage(2, me, { content: '', messageType: 'image', attachments: [anAttachment('p3', 'image')] }),
    ];
    openPage();
    const tile = await screen.findByRole('button', { name: 'Open photo 2 of 2' });
    await userEvent.click(tile);
    const viewer = await screen.findByRole('dialog', { name: 'Photos and videos' });
    expect(within(viewer).getByText(/2 of 3/)).toBeVisible();
    // The focus lies anywhere in the dialog.
    await userEvent.click(within(viewer).getByText(/2 of 3/));
    await userEvent.keyboard('{ArrowRight}');
    expect(within(viewer).getByText(/3 of 3/)).toBeVisible();
    expect(within(viewer).queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(within(viewer).getByText(/1 of 3/)).toBeVisible();
    expect(within(viewer).getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await userEvent.keyboard('+');
    await waitFor(() => expect(within(viewer).getByRole('button', { name: 'Zoom out' })).toBeEnabled());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(tile).toHaveFocus());
  });
});

describe('voice notes', () => {
  const aNote = (seq: number, from: typeof me | typeof partner, more: Partial<MessageView> = {}): MessageView =>
    aMessage(seq, from, { content: '', messageType: 'voice', voiceStatus: 'ready', attachments: [anAttachment(`v${seq}`, 'voice', { duration: 12, waveform: Array.from({ length: 20 }, () => 0.5) })], ...more });
  const notes = (): HTMLElement[] => within(log()).getAllByRole('group', { name: /^Voice note/ });

  it('plays one at a time, tells that it was heard, and goes on with the next unheard', async () => {
    server.messages = [aNote(1, partner), aNote(2, me), aNote(3, partner), aNote(4, partner, { voiceStatus: 'played' })];
    const sounds: HTMLAudioElement[] = [];
    jest.spyOn(globalThis, 'Audio').mockImplementation(() => {
      const made = document.createElement('audio');
      sounds.push(made);
      return made;
    });
    openPage();
    await screen.findByRole('log');
    const [first, , third] = notes();
    if (!first || !third) throw new Error('no notes');
    expect(within(first).getByText('New')).toBeVisible();
    await userEvent.click(within(first).getByRole('button', { name: 'Play voice note' }));
    expect(await within(first).findByRole('button', { name: 'Pause voice note' })).toBeVisible();
    await waitFor(() => expect(played).toEqual(['m1']));
    await waitFor(() => expect(within(first).queryByText('New')).not.toBeInTheDocument());
    act(() => void sounds[0]?.dispatchEvent(new Event('ended')));
    expect(await within(third).findByRole('button', { name: 'Pause voice note' })).toBeVisible();
    expect(within(first).getByRole('button', { name: 'Play voice note' })).toBeVisible();
    await waitFor(() => expect(played).toEqual(['m1', 'm3']));
    // Nothing unheard is left.
    act(() => void sounds[0]?.dispatchEvent(new Event('ended')));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause voice note' })).not.toBeInTheDocument());
    expect(sounds).toHaveLength(1);
  });

  it('is sought by keys, keeps its speed, and says what the server still does', async () => {
    server.messages = [aNote(1, partner, { voiceStatus: 'processing' }), aNote(2, partner, { voiceStatus: 'failed' }), aNote(3, me, { voiceStatus: 'played' })];
    openPage();
    await screen.findByRole('log');
    const [processing, failed, mine] = notes();
    if (!processing || !failed || !mine) throw new Error('no notes');
    expect(within(processing).getByText('Processing…')).toBeVisible();
    expect(within(processing).getByRole('button', { name: 'Play voice note' })).toBeDisabled();
    expect(within(failed).getByText('Could not be prepared')).toBeVisible();
    expect(within(mine).getByText('Played')).toBeVisible();
    const slider = within(mine).getByRole('slider', { name: 'Position in the voice note' });
    act(() => slider.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}');
    expect(slider).toHaveAttribute('aria-valuetext', '7 seconds of 12 seconds');
    await userEvent.click(within(mine).getByRole('button', { name: 'Speed 1 times' }));
    expect(within(processing).getByRole('button', { name: 'Speed 1.5 times' })).toBeVisible();
    expect(localStorage.getItem('duet-voice-rate')).toBe('1.5');
    // The news come through the one door.
    act(() => wire.tell('voice_status_update', { chatId: CHAT, messageId: 'm1', status: 'ready', userId: partner._id, rev: 4, message: { ...aNote(1, partner), rev: 4 } }));
    await waitFor(() => expect(within(processing).getByRole('button', { name: 'Play voice note' })).toBeEnabled());
  });

  it('says that there is no microphone, as the specification does', async () => {
    Object.assign(window, { MediaRecorder: class {} });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } });
    openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a voice note' }));
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText('Could not access microphone. Please check permissions.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Message Bob', { selector: 'textarea' })).toBeVisible();
    Reflect.deleteProperty(window, 'MediaRecorder');
  });
});

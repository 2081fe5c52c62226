import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/jest-globals';
import type { Settings, SettingsChange } from '@duet/contracts';
import { DEFAULT_SETTINGS, attachmentPath, mergeSettings } from '@duet/contracts/plain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, type RequestHandler, http as rest } from 'msw';
import { setupServer } from 'msw/node';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { session } from '../src/platform/session/session.js';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { SearchResults } from '../src/features/search/search-results.js';
import { PrivacyPanel } from '../src/features/settings/privacy-panel.js';
import { ChatServer, aMessage, me, partner } from './chat-server.js';
import './loaded.js';
import { FakeSpeech, installFakeSpeech } from './fake-speech.js';
import { installMicrophone } from './fake-microphone.js';
import { FakeXhr } from './fake-xhr.js';
import { renderApp } from './render-app.js';
import './layout.js';

const http = setupServer();
const RealXhr = globalThis.XMLHttpRequest;
let server: ChatServer;
let asked: SettingsChange[];

beforeAll(() => {
  http.listen();
  URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
});
afterAll(() => http.close());

beforeEach(() => {
  server = new ChatServer();
  FakeXhr.all = [];
  FakeSpeech.reset();
  FakeSpeech.availability = { 'en-US': 'available' };
  installFakeSpeech(FakeSpeech);
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
});

afterEach(async () => {
  cleanup();
  installFakeSpeech(undefined);
  Object.assign(globalThis, { XMLHttpRequest: RealXhr });
  Reflect.deleteProperty(window, 'MediaRecorder');
  http.resetHandlers();
  const storage = await openPending();
  for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
  session.signedOut();
});

/** Opens a page for a user with these settings. */
function openPage(
  element: React.ReactElement,
  privacy: SettingsChange['privacy'] = {},
  ...more: RequestHandler[]
): void {
  let settings: Settings = mergeSettings(DEFAULT_SETTINGS, { privacy });
  asked = [];
  http.use(
    ...more,
    rest.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: settings })),
    rest.put('*/api/users/settings', async ({ request }) => {
      const body: { settings: SettingsChange } = Object(await request.json());
      asked.push(body.settings);
      settings = mergeSettings(settings, body.settings);
      return HttpResponse.json({ success: true, data: settings });
    }),
    rest.patch('*/api/messages/:marker', () => HttpResponse.json({ success: true, data: null })),
    ...server.handlers,
  );
  renderApp('/', { element });
}

describe('the privacy panel', () => {
  it('sets the default of new conversations and turns it off again', async () => {
    openPage(<PrivacyPanel />);
    const group = within(
      await screen.findByRole('radiogroup', { name: 'New conversations start with disappearing messages' }),
    );
    await waitFor(() => expect(group.getByRole('radio', { name: 'Off' })).toBeEnabled());
    expect(group.getByRole('radio', { name: 'Off' })).toBeChecked();
    await userEvent.click(group.getByRole('radio', { name: '7 days' }));
    await waitFor(() => expect(asked).toEqual([{ privacy: { disappearingDefault: 604_800 } }]));
    await userEvent.click(group.getByRole('radio', { name: 'Off' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ privacy: { disappearingDefault: null } }));
  });

  it('keeps camera details only if the user asks for it', async () => {
    openPage(<PrivacyPanel />);
    const details = await screen.findByRole('switch', { name: /Keep camera details in pictures/ });
    await waitFor(() => expect(details).toBeEnabled());
    expect(details).not.toBeChecked();
    await userEvent.click(details);
    await waitFor(() => expect(asked).toEqual([{ privacy: { keepExif: true } }]));
  });

  it('shows what this browser can transcribe', async () => {
    openPage(<PrivacyPanel />);
    expect(await screen.findByText('This browser can write down English, the language of your account.')).toBeVisible();
    const transcripts = screen.getByRole('switch', { name: /Transcripts of voice notes/ });
    await waitFor(() => expect(transcripts).toBeEnabled());
    expect(transcripts).not.toBeChecked();
    await userEvent.click(transcripts);
    await waitFor(() => expect(asked).toEqual([{ privacy: { transcripts: true } }]));
  });

  it('says that this browser cannot transcribe', async () => {
    installFakeSpeech(class {});
    openPage(<PrivacyPanel />);
    expect(await screen.findByText(/^Off on this device: this browser cannot write down English/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load the language pack' })).not.toBeInTheDocument();
  });

  it('installs a language pack on request and shows a failure', async () => {
    FakeSpeech.availability = { 'en-US': 'downloadable' };
    FakeSpeech.installs = false;
    openPage(<PrivacyPanel />);
    const load = await screen.findByRole('button', { name: 'Load the language pack' });
    expect(FakeSpeech.installed).toEqual([]);
    await userEvent.click(load);
    expect(await screen.findByText(/It could not be loaded/)).toBeVisible();
    FakeSpeech.installs = true;
    await userEvent.click(await screen.findByRole('button', { name: 'Load the language pack' }));
    expect(await screen.findByText(/^This browser can write down English/)).toBeVisible();
    expect(FakeSpeech.installed).toEqual(['en-US', 'en-US']);
  });
});

describe('sent pictures', () => {
  const sendPhoto = async (): Promise<FormDataEntryValue | null> => {
    await userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), [
      new File(['x'], 'beach.jpg', { type: 'image/jpeg' }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
    return FakeXhr.last.body.get('keepExif');
  };

  it('carry the wish to keep camera details only if it is set', async () => {
    openPage(<CoupleConversation />, { keepExif: true });
    expect(await sendPhoto()).toBe('true');
    cleanup();
    FakeXhr.all = [];
    const storage = await openPending();
    for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
    openPage(<CoupleConversation />);
    expect(await sendPhoto()).toBeNull();
  });
});

describe('a voice note', () => {
  const record = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Record a voice note' }));
    await screen.findByRole('button', { name: 'Stop and listen' });
  };
  const recognises = (...phrases: string[]): void => act(() => FakeSpeech.all.at(-1)?.recognises(...phrases));
  /** Waits until the transcript shows these words. */
  const recordWords = async (words: string): Promise<void> => {
    await record();
    await waitFor(() => expect(FakeSpeech.all).toHaveLength(1));
    recognises(words);
  };
  const send = async (): Promise<FormData> => {
    await userEvent.click(screen.getByRole('button', { name: 'Send voice note' }));
    await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
    return FakeXhr.last.body;
  };

  beforeEach(installMicrophone);

  it('shows its transcript before sending and sends the corrected text', async () => {
    openPage(<CoupleConversation />, { transcripts: true });
    await recordWords('I here you');
    await userEvent.click(screen.getByRole('button', { name: 'Stop and listen' }));
    const words = await screen.findByRole('textbox', { name: 'Transcript' });
    expect(words).toHaveValue('I here you');
    expect(words).toHaveAccessibleDescription('Still writing down what you said…');
    act(() => FakeSpeech.all.at(-1)?.ends());
    expect(words).toHaveAccessibleDescription('Heard on this device. It goes with your voice note.');
    await userEvent.clear(words);
    await userEvent.type(words, 'I hear you');
    const body = await send();
    expect([body.get('transcript'), FakeXhr.last.names]).toEqual(['I hear you', ['voice.webm']]);
    // The local echo has it too.
    await userEvent.click(await screen.findByRole('button', { name: 'Show transcript' }));
    expect(screen.getByText('I hear you')).toBeVisible();
  });

  it('is sent without a transcript when the user removes it', async () => {
    openPage(<CoupleConversation />, { transcripts: true });
    await recordWords('nobody’s business');
    await userEvent.click(screen.getByRole('button', { name: 'Stop and listen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send without transcript' }));
    expect(screen.queryByRole('textbox', { name: 'Transcript' })).not.toBeInTheDocument();
    expect((await send()).has('transcript')).toBe(false);
  });

  it('is sent with the words recognised so far', async () => {
    openPage(<CoupleConversation />, { transcripts: true });
    await recordWords('on my');
    expect((await send()).get('transcript')).toBe('on my');
  });

  it('is not transcribed unless that is switched on', async () => {
    openPage(<CoupleConversation />);
    await record();
    await userEvent.click(screen.getByRole('button', { name: 'Stop and listen' }));
    await screen.findByRole('button', { name: 'Play recording' });
    expect(screen.queryByRole('textbox', { name: 'Transcript' })).not.toBeInTheDocument();
    expect((await send()).has('transcript')).toBe(false);
    expect(FakeSpeech.all).toEqual([]);
  });
});

describe('the transcript of the partner’s voice note', () => {
  beforeEach(() => {
    const attachment = {
      id: 'v1',
      kind: 'voice' as const,
      url: attachmentPath('v1'),
      filename: 'v.m4a',
      size: 9,
      mimeType: 'audio/mp4',
      duration: 3,
      waveform: [1],
      transcript: 'Wait for me',
    };
    server.messages = [
      aMessage(1, partner, { content: '', messageType: 'voice', voiceStatus: 'ready', attachments: [attachment] }),
    ];
  });

  it('is shown on request to users who want transcripts in any browser', async () => {
    installFakeSpeech(undefined);
    openPage(<CoupleConversation />, { transcripts: true });
    const toggle = await screen.findByRole('button', { name: 'Show transcript' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('Wait for me')).not.toBeVisible();
    await userEvent.click(toggle);
    expect(screen.getByText('Wait for me')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hide transcript' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('is what a search shows to users who want transcripts', async () => {
    const nothing = { hits: [], more: false };
    const hits = rest.get('*/api/search', () =>
      HttpResponse.json({
        success: true,
        data: {
          memories: nothing,
          challenges: nothing,
          goals: nothing,
          stories: nothing,
          wishes: nothing,
          lists: nothing,
          questions: nothing,
          dates: nothing,
          messages: { hits: server.messages, more: false },
          unavailable: [],
        },
      }),
    );
    for (const [transcripts, shown] of [
      [true, 'Wait for me'],
      [false, 'Voice note'],
    ] as const) {
      openPage(<SearchResults search={{ q: 'wait' }} isLinked />, { transcripts }, hits);
      expect(await screen.findByRole('link')).toHaveTextContent(shown);
      cleanup();
    }
  });

  it('is hidden from users who do not', async () => {
    openPage(<CoupleConversation />);
    await screen.findByRole('group', { name: /^Voice note/ });
    expect(screen.queryByText('Wait for me')).not.toBeInTheDocument();
  });
});

import type { StoryAnswerView, StoryNodeView, StoryReadingView } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { me, partner } from './chat-server.js';
import { FakeXhr } from './fake-xhr.js';
import { open, remember, useApi } from './pages.js';
import { slowAnswer } from './slow-answer.js';

const server = useApi();
const RealXhr = globalThis.XMLHttpRequest;
const NOW = '2026-11-20T10:00:00.000Z';

const LIGHT: StoryNodeView = {
  id: 'dim',
  kind: 'prompt',
  text: 'Show it a light of this evening.',
  choices: [],
  takesPhoto: true,
};

const answerOf = (user: string, given: Partial<StoryAnswerView>): StoryAnswerView => ({
  user,
  choiceId: null,
  text: null,
  ...given,
});

const photo = (id: string) => ({
  id,
  file: {
    url: `/api/media/attachments/${id}/original?s=1`,
    filename: `${id}.jpg`,
    size: 9,
    mimeType: 'image/jpeg',
    expiresAt: '2999-01-01T00:00:00.000Z',
  },
});

const aReading = (given: Partial<StoryReadingView> = {}): StoryReadingView => ({
  _id: 's1',
  coupleId: 'c1',
  templateId: 'lamplighters',
  title: 'The Last Two Lamplighters',
  intensity: 'tender',
  status: 'active',
  createdBy: me._id,
  createdAt: NOW,
  updatedAt: NOW,
  finishedAt: null,
  waitsForMe: true,
  version: 7,
  node: LIGHT,
  mine: null,
  partnerChose: false,
  path: [],
  access: { epoch: 0, seconds: 300 },
  capsuleId: null,
  actions: ['reject', 'choose'],
  ...given,
});

let reading: StoryReadingView;
let sent: unknown[];

beforeEach(() => {
  remember(server.api);
  reading = aReading();
  sent = [];
  FakeXhr.all = [];
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
  URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
  server.http.use(
    http.get('*/api/stories/sessions/s1', () => HttpResponse.json({ success: true, data: reading })),
    http.post('*/api/stories/sessions/s1/choice', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true, data: reading });
    }),
  );
});

afterEach(() => Object.assign(globalThis, { XMLHttpRequest: RealXhr }));

const openStory = () => open('/challenges?tab=stories&story=s1');
const putItThere = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Put it on the page' }));
const input = () => screen.findByLabelText('Choose a picture: The Last Two Lamplighters', { selector: 'input' });

describe('a page that takes a photo', () => {
  it('sends one with its line, for the page that is open; after a failure it is still chosen, under the same id', async () => {
    openStory();
    await userEvent.upload(await input(), new File(['1'], 'lamp.jpg', { type: 'image/jpeg' }));
    expect(screen.queryByRole('button', { name: /^Choose a picture/ })).toBeNull();
    await userEvent.type(screen.getByLabelText('A line with it, or in its place'), 'My lamp');
    await putItThere();
    await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
    expect(FakeXhr.last.path).toBe('/api/stories/sessions/s1/choice');
    const { clientId, files, ...fields } = Object.fromEntries(FakeXhr.last.body.entries());
    expect([fields, (files as File).name]).toEqual([{ nodeId: 'dim', version: '7', text: 'My lamp' }, 'lamp.jpg']);
    act(() => FakeXhr.last.answer(503, {}));
    expect(await screen.findByText(/^The connection was lost\./)).toBeVisible();
    await putItThere();
    await waitFor(() => expect(FakeXhr.all).toHaveLength(2));
    expect(FakeXhr.last.body.get('clientId')).toBe(clientId);
    reading = aReading({ mine: answerOf(me._id, { text: 'My lamp', photo: photo('p1') }), waitsForMe: false });
    act(() => FakeXhr.last.answer(200, { success: true, data: reading }));
    expect(await screen.findByRole('button', { name: 'Open photo from you' })).toBeVisible();
    expect(screen.getByText(/^Only you can see this\. Bob has nothing on this page yet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Put it on the page' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
    expect(screen.getByLabelText('A line with it, or in its place')).toHaveValue('My lamp');
    expect(screen.getByRole('button', { name: 'Put this in its place' })).toBeVisible();
  });

  it('sends a changed line under another id, and says so when the page is turned already', async () => {
    openStory();
    await userEvent.upload(await input(), new File(['1'], 'lamp.jpg', { type: 'image/jpeg' }));
    await userEvent.type(screen.getByLabelText('A line with it, or in its place'), 'My lamp');
    await putItThere();
    await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
    const clientId = FakeXhr.last.body.get('clientId');
    act(() => FakeXhr.last.answer(503, {}));
    expect(await screen.findByText(/^The connection was lost\./)).toBeVisible();
    await userEvent.type(screen.getByLabelText('A line with it, or in its place'), ' at home');
    await putItThere();
    await waitFor(() => expect(FakeXhr.all).toHaveLength(2));
    expect(FakeXhr.last.body.get('clientId')).not.toBe(clientId);
    reading = aReading({ version: 8, node: { ...LIGHT, id: 'panes', kind: 'scene', takesPhoto: false } });
    act(() => FakeXhr.last.answer(409, { success: false, code: 'VERSION_CONFLICT', message: '', requestId: 'r' }));
    await waitFor(() => expect(screen.queryByLabelText('A line with it, or in its place')).toBeNull());
    expect(screen.getByText(ERRORS.VERSION_CONFLICT.message)).toBeVisible();
  });

  it('takes a line alone, asks for one of the two, and takes one photo and nothing else', async () => {
    openStory();
    await screen.findByText('Show it a light of this evening.');
    await input();
    await putItThere();
    expect(screen.getByText('Please add a picture, or write a line instead')).toBeVisible();
    await userEvent.upload(await input(), [new File(['1'], 'letter.pdf', { type: 'application/pdf' })], {
      applyAccept: false,
    });
    expect(await screen.findByText('letter.pdf is not a picture.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await userEvent.type(screen.getByLabelText('A line with it, or in its place'), 'A candle');
    reading = aReading({ mine: answerOf(me._id, { text: 'A candle' }), waitsForMe: false });
    await putItThere();
    // The field has the same words until the answer takes its place.
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getByText('A candle')).toBeVisible();
    expect(sent).toEqual([{ nodeId: 'dim', version: 7, text: 'A candle' }]);
    expect(FakeXhr.all).toEqual([]);
  });

  it('says that the partner is done, and nothing of what they gave', async () => {
    reading = aReading({ partnerChose: true });
    openStory();
    expect(await screen.findByText(/^Bob is done with this page\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Open photo/ })).toBeNull();
  });
});

describe('a finished story', () => {
  it('waits for its keepsake until its photos are copied', async () => {
    const ending: StoryNodeView = { id: 'end', kind: 'ending', text: 'The lamps are lit.', choices: [] };
    const finished = { status: 'finished', finishedAt: NOW, node: ending, waitsForMe: false } as const;
    reading = aReading({ ...finished, actions: ['keep'] });
    const copies = slowAnswer();
    server.http.use(
      http.post('*/api/stories/sessions/s1/keepsake', async () => {
        await copies.given;
        reading = aReading({ ...finished, version: 8, capsuleId: 'k1', actions: [] });
        return HttpResponse.json({ success: true, data: reading });
      }),
    );
    openStory();
    await copies.press(await screen.findByRole('button', { name: 'Make a keepsake' }));
    expect(await screen.findByRole('link', { name: 'Open the keepsake' })).toBeVisible();
  });
});

describe('a scene that recalls photos', () => {
  it('shows them again, or the line in their place, and opens one in the viewer', async () => {
    const recalled = [answerOf(me._id, { text: 'A candle' }), answerOf(partner._id, { photo: photo('p2') })];
    const scene: StoryNodeView = { id: 'panes', kind: 'scene', text: 'The lamp has two panes.', choices: [], recalled };
    reading = aReading({ node: scene, path: [{ node: LIGHT, answers: recalled, at: NOW }] });
    localStorage.setItem('duet-story-page s1', '1');
    openStory();
    const scenePage = within(await screen.findByRole('article', { name: 'The Last Two Lamplighters' }));
    expect(await scenePage.findByText('A candle')).toBeVisible();
    await userEvent.click(await scenePage.findByRole('button', { name: 'Open photo from Bob' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Photos and videos' }));
    expect(viewer.getByText('Bob')).toBeVisible();
  });
});

import type { ChallengeStepView, ChallengeTemplateView, ChallengeView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { FakeXhr } from './fake-xhr.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
const NOW = '2026-11-20T10:00:00.000Z';

const aStep = (given: Partial<ChallengeStepView> = {}): ChallengeStepView => ({
  _id: 's1',
  title: 'Write three compliments',
  description: '',
  type: 'answer',
  who: 'both',
  proof: 'text',
  reveal: 'when_both',
  opensAt: NOW,
  state: 'todo',
  parts: [],
  skipAskedBy: null,
  actions: ['complete', 'skip'],
  ...given,
});

const aChallenge = (given: Partial<ChallengeView> = {}): ChallengeView => ({
  _id: 'h1',
  coupleId: 'c1',
  templateId: null,
  title: 'Below the surface',
  description: '',
  category: 'talk',
  proposedBy: partner._id,
  status: 'active',
  overdue: false,
  createdAt: NOW,
  updatedAt: NOW,
  startAt: NOW,
  dueAt: null,
  pausedAt: null,
  lapsesAt: null,
  completedAt: null,
  note: null,
  completionRule: 'all',
  progress: { done: 0, total: 1 },
  points: 0,
  capsuleId: null,
  deleteConfirmedBy: [],
  version: 1,
  actions: ['pause', 'cancel'],
  steps: [aStep()],
  access: { epoch: 0, seconds: 60 },
  reflections: [],
  ...given,
});

const template = (id: string, given: Partial<ChallengeTemplateView> = {}): ChallengeTemplateView => ({
  _id: id,
  title: id,
  description: 'A description',
  category: 'talk',
  minutes: 10,
  steps: [{ title: 'Do it', type: 'do', who: 'both', proof: 'none', reveal: 'at_once' }],
  completionRule: 'all',
  distanceOk: true,
  intensity: 1,
  author: 'app',
  createdBy: null,
  version: 0,
  ...given,
});

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

let challenge: ChallengeView;
let current: ChallengeView[];
let sent: Sent[];
/** Answers the next presses instead of the fake server, one each. */
let refusals: Response[];

const data = (value: unknown, more = {}) => HttpResponse.json({ success: true, data: value, ...more });

/** Records each press and answers with what `change` makes of the challenge. */
function onPress(change: (press: Sent) => ChallengeView | void): void {
  const answer = async ({ request }: { request: Request }): Promise<Response> => {
    const text = await request.text();
    const body: Record<string, unknown> = text === '' ? {} : Object(JSON.parse(text));
    const press = { method: request.method, path: new URL(request.url).pathname.replace('/api/challenges', ''), body };
    sent.push(press);
    const refused = refusals.shift();
    if (refused) return refused;
    challenge = { ...(change(press) ?? challenge), version: challenge.version + 1 };
    return data(challenge);
  };
  server.http.use(
    http.post('*/api/challenges', answer),
    http.post('*/api/challenges/:id/*', answer),
    http.patch('*/api/challenges/:id/*', answer),
    http.delete('*/api/challenges/:id/*', answer),
  );
}

beforeEach(() => {
  challenge = aChallenge();
  [current, sent, refusals] = [[challenge], [], []];
  remember(server.api);
  server.http.use(
    http.get('*/api/challenges', () => data(current, { nextCursor: null })),
    http.get('*/api/challenges/h1', () => data(challenge)),
    http.get('*/api/challenges/h2', () => refusal('CHALLENGE_NOT_FOUND')),
    http.get('*/api/challenges/templates', () =>
      data([
        template('Only song titles', { category: 'play' }),
        template('A guarded break', { category: 'care', minutes: 40, distanceOk: false }),
      ]),
    ),
  );
  onPress(() => undefined);
});

const mine = (text: string | null) => ({ user: me._id, text, attachments: [], hidden: false, doneAt: NOW });

describe('the page of a challenge', () => {
  it('keeps words after a refusal and after a reload, and hands them in under one id', async () => {
    refusals = [refusal('INTERNAL')];
    const page = open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'You are kind to waiters');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Your answer')).toHaveValue('You are kind to waiters');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).toEqual(sent[1]);
    page.unmount();

    refusals = [refusal('INTERNAL')];
    const again = open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'and to pigeons');
    again.unmount();
    open('/challenges/h1');
    expect(await screen.findByLabelText('Your answer')).toHaveValue('and to pigeons');
  });

  it('shows the own secret words, and who has yet to hand in', async () => {
    onPress(() => aChallenge({ steps: [aStep({ parts: [mine('You are kind')], actions: ['undo', 'skip'] })] }));
    open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'You are kind');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    expect(await screen.findByText('You are kind')).toBeVisible();
    expect(screen.getByText('Yours is in. Both appear together, once Bob’s is here too.')).toBeVisible();
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    expect(document.activeElement).toHaveTextContent('Write three compliments');
  });

  describe('with pictures', () => {
    const RealXhr = globalThis.XMLHttpRequest;
    const photo = aStep({ type: 'photo', proof: 'photo', title: 'The view' });
    const file = (id: string) => ({
      url: `/api/media/attachments/${id}/original?s=1`,
      filename: `${id}.jpg`,
      size: 9,
      mimeType: 'image/jpeg',
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    const part = (user: string, ...ids: string[]) => ({
      user,
      text: null,
      attachments: ids.map((id) => ({ id, kind: 'image' as const, file: file(id) })),
      hidden: false,
      doneAt: NOW,
    });
    const handIn = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Hand it in: The view' }));

    beforeEach(() => {
      FakeXhr.all = [];
      Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
      URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
      URL.revokeObjectURL = () => undefined;
      challenge = aChallenge({ steps: [photo] });
    });

    afterEach(() => Object.assign(globalThis, { XMLHttpRequest: RealXhr }));

    it('sends them with their words and shows how far it is; after a failure they are still chosen, under the same id', async () => {
      open('/challenges/h1');
      await userEvent.upload(
        await screen.findByLabelText('Choose pictures: The view', { selector: 'input' }),
        [
          new File(['1'], 'sea.jpg', { type: 'image/jpeg' }),
          new File(['2'], 'sky.heic'),
          new File(['3'], 'letter.pdf', { type: 'application/pdf' }),
        ],
        { applyAccept: false },
      );
      expect(await screen.findByText('letter.pdf is not a picture.')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'OK' }));
      await userEvent.type(screen.getByLabelText('In words (optional)'), 'From the roof');
      await handIn();
      await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
      expect(FakeXhr.last.path).toBe('/api/challenges/h1/steps/s1/complete');
      expect([...FakeXhr.last.body.keys()]).toEqual(['clientId', 'text', 'files', 'files']);
      expect(FakeXhr.last.names).toEqual(['sea.jpg', 'sky.heic']);
      expect(screen.getByText('Sending…')).toBeVisible();
      act(() => FakeXhr.last.progress(10, 10));
      expect(await screen.findByText('Almost there…')).toBeVisible();
      act(() => FakeXhr.last.answer(503, {}));
      expect(await screen.findByText(/^The connection was lost\./)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Remove sky.heic' })).toBeVisible();
      await handIn();
      await waitFor(() => expect(FakeXhr.all).toHaveLength(2));
      expect(FakeXhr.all[1]?.body.get('clientId')).toBe(FakeXhr.all[0]?.body.get('clientId'));
      challenge = aChallenge({ version: 2, steps: [{ ...photo, actions: ['undo'], parts: [part(me._id, 'p1')] }] });
      act(() => FakeXhr.last.answer(200, { success: true, data: challenge }));
      expect(await screen.findByRole('button', { name: /^Open photo from you/ })).toBeVisible();
      expect(document.activeElement).toHaveTextContent('The view');
    });

    it('asks for a picture or words, and says why the server refuses one', async () => {
      open('/challenges/h1');
      await screen.findByRole('heading', { name: 'The view' });
      await handIn();
      expect(screen.getByText('Please add a picture, or write a few words instead')).toBeVisible();
      const input = screen.getByLabelText('Choose pictures: The view', { selector: 'input' });
      await userEvent.upload(input, new File(['1'], 'sea.jpg', { type: 'image/jpeg' }));
      await handIn();
      await waitFor(() => expect(FakeXhr.all).toHaveLength(1));
      act(() =>
        FakeXhr.last.answer(415, { success: false, code: 'FILE_TYPE_UNSUPPORTED', message: '', requestId: 'r' }),
      );
      expect(await screen.findByText('This type of file cannot be sent')).toBeVisible();
    });

    it('shows both people’s in one viewer, in their order', async () => {
      const parts = [part(me._id, 'p1', 'p2'), part(partner._id, 'p3')];
      challenge = aChallenge({ steps: [{ ...photo, state: 'done', actions: [], parts }] });
      open('/challenges/h1');
      await userEvent.click(await screen.findByRole('button', { name: /^Open photo from Bob/ }));
      const viewer = within(await screen.findByRole('dialog', { name: 'Photos and videos' }));
      expect(viewer.getByText('Bob')).toBeVisible();
      expect(viewer.getByText(/3 of 3/)).toBeVisible();
      await userEvent.keyboard('{ArrowLeft}{Escape}');
      expect(screen.getByRole('button', { name: /^Open picture 2 of 2 from you/ })).toBeVisible();
    });
  });

  it('shows that the partner handed in, without the proof', async () => {
    challenge = aChallenge({
      steps: [aStep({ parts: [{ user: partner._id, text: null, attachments: [], hidden: true, doneAt: NOW }] })],
    });
    open('/challenges/h1');
    expect(await screen.findByText('Bob has handed in. It appears once yours is in.')).toBeVisible();
  });

  it('shows a step without words as done before the server answers, and brings it back when it refuses', async () => {
    let answer = (): void => undefined;
    challenge = aChallenge({ steps: [aStep({ proof: 'none', type: 'do', reveal: 'at_once', title: 'Dance' })] });
    server.http.use(
      http.post('*/api/challenges/:id/steps/:step/complete', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return refusal('STEP_NOT_OPEN');
      }),
    );
    open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'Done: Dance' }));
    expect(await screen.findByText('You: done')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Done: Dance' })).toBeNull();
    await act(async () => answer());
    expect(await screen.findByRole('button', { name: 'Done: Dance' })).toBeVisible();
    expect(screen.queryByText('You: done')).toBeNull();
  });

  it('offers exactly what the server allows', async () => {
    challenge = aChallenge({ actions: ['cancel'], steps: [aStep({ actions: [] })] });
    open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'More about this challenge' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Share in chat',
      'Stop the challenge',
    ]);
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    expect(screen.queryByRole('button', { name: /Skip/ })).toBeNull();
  });

  it('keeps the start of a proposal that has waited beyond it', async () => {
    const startAt = '2020-05-04T00:00:00.000Z';
    challenge = aChallenge({ status: 'proposed', proposedBy: me._id, startAt, actions: ['change_details'] });
    server.http.use(
      http.patch('*/api/challenges/:id', async ({ request }) => {
        sent.push({ method: 'PATCH', path: '', body: Object(await request.json()) });
        return data(challenge);
      }),
    );
    open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'More about this challenge' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change title or day' }));
    await userEvent.type(await screen.findByLabelText('Title'), ' again');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ title: `${challenge.title} again`, startAt });
  });

  it('says on which day a step opens', async () => {
    challenge = aChallenge({ steps: [aStep({ opensAt: '2999-05-04T00:00:00.000Z', actions: [] })] });
    open('/challenges/h1');
    expect(await screen.findByText(/^Opens on .*2999$/)).toBeVisible();
  });

  it('lets the partner decline with a word', async () => {
    challenge = aChallenge({
      status: 'proposed',
      startAt: null,
      actions: ['accept', 'reject'],
      steps: [aStep({ actions: [] })],
    });
    onPress(() => ({ ...challenge, status: 'declined', note: 'Rather in spring', actions: [] }));
    open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('A word about it (optional)'), 'Rather in spring');
    await userEvent.click(screen.getByRole('button', { name: 'Not this time' }));
    expect(await screen.findByText('Rather in spring')).toBeVisible();
    expect(sent).toEqual([
      { method: 'PATCH', path: '/h1/respond', body: { action: 'reject', note: 'Rather in spring' } },
    ]);
  });

  it('offers more time or letting go in neutral words', async () => {
    challenge = aChallenge({
      overdue: true,
      dueAt: '2026-11-10T23:59:00.000Z',
      lapsesAt: '2026-11-13T23:59:00.000Z',
      actions: ['extend', 'let_go'],
    });
    onPress(() => ({ ...challenge, overdue: false, status: 'expired', actions: [] }));
    open('/challenges/h1');
    expect(await screen.findByRole('button', { name: 'Take more time' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Let it go' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Let it go' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/h1/let-go']));
  });

  it('celebrates a completed challenge, and asks both to look back', async () => {
    challenge = aChallenge({ status: 'completed', completedAt: NOW, points: 60, actions: ['reflect'] });
    onPress(({ body }) => ({
      ...challenge,
      reflections: [{ user: me._id, text: String(body['text']), mood: Number(body['mood']), at: NOW }],
    }));
    open('/challenges/h1');
    const card = within(await screen.findByRole('region', { name: 'You did it' }));
    expect(card.getByText('60 points for both of you')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save my words' }));
    expect(screen.getByText('Please write a few words')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Your words'), 'The pigeons!');
    await userEvent.click(screen.getByRole('radio', { name: 'Lovely' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save my words' }));
    expect(await screen.findByText('The pigeons!')).toBeVisible();
    expect(screen.getByText('Your words are saved. Both appear once Bob has written too.')).toBeVisible();
    expect(sent).toEqual([{ method: 'POST', path: '/h1/reflection', body: { text: 'The pigeons!', mood: 4 } }]);
  });

  it('says so when there is no such challenge', async () => {
    open('/challenges/h2');
    expect(await screen.findByRole('heading', { name: 'This challenge does not exist any more' })).toBeVisible();
  });
});

describe('live updates of challenges', () => {
  const by = { _id: partner._id, firstName: 'Bob' };
  const progress = { done: 1, total: 1 };
  const stepDone = { challengeId: 'h1', stepId: 's1', user: by, stepComplete: true, progress, version: 2 };
  const completed = { challengeId: 'h1', title: 'Below the surface', points: 60, completedAt: NOW, version: 2 };

  it('say that the partner completed a step, once it is clear that the challenge goes on', async () => {
    const { wire } = open('/challenges');
    await screen.findByRole('link', { name: 'Below the surface' });
    act(() => wire.deliver('challenge_step_completed', stepDone));
    expect(screen.queryByText('Bob completed a challenge step!')).toBeNull();
    expect(await screen.findByText('Bob completed a challenge step!')).toBeVisible();
  });

  it('say only that the challenge is completed where the step completed it', async () => {
    const { wire } = open('/challenges');
    await screen.findByRole('link', { name: 'Below the surface' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    act(() => {
      wire.deliver('challenge_step_completed', stepDone);
      wire.deliver('challenge_completed', completed);
    });
    expect(screen.getByText('Challenge completed! 🏆')).toBeVisible();
    act(() => void jest.advanceTimersByTime(500));
    expect(screen.queryByText('Bob completed a challenge step!')).toBeNull();
    jest.useRealTimers();
  });

  it('announce proposals and answers of the partner, and reload the page instead of a toast where it is open', async () => {
    const update = { challengeId: 'h1', action: 'accepted', by, status: 'active', progress, version: 2 } as const;
    const { wire, go } = open('/challenges');
    await screen.findByRole('link', { name: 'Below the surface' });
    act(() => wire.deliver('challenge_updated', { ...update, action: 'paused' }));
    expect(screen.queryByText('Challenge updated!')).toBeNull();
    act(() => wire.deliver('challenge_updated', update));
    expect(await screen.findByText('Challenge updated!')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await go('/challenges/h1');
    await screen.findByLabelText('Your answer');
    challenge = aChallenge({ title: 'Another title', version: 2 });
    act(() => wire.deliver('challenge_updated', update));
    expect(await screen.findByRole('heading', { name: 'Another title' })).toBeVisible();
    expect(screen.queryByText('Challenge updated!')).toBeNull();
  });
});

describe('the challenges page', () => {
  it('groups challenges by state: waiting for the reader, active, waiting for the partner', async () => {
    current = [
      aChallenge({ _id: 'h2', title: 'Theirs', status: 'proposed', actions: ['accept', 'reject'] }),
      aChallenge({ title: 'Running' }),
      aChallenge({ _id: 'h3', title: 'Own', status: 'proposed', proposedBy: me._id, actions: ['cancel'] }),
    ];
    open('/challenges');
    const linksOf = async (name: string) =>
      within(await screen.findByRole('region', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(await linksOf('Waiting for you')).toEqual(['Theirs']);
    expect(await linksOf('Running')).toEqual(['Running']);
    expect(await linksOf('With Bob')).toEqual(['Own']);
  });

  it('filters the ideas by category, length, distance and words', async () => {
    open('/challenges?tab=ideas');
    expect(await screen.findByText('2 ideas')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Up to 15 minutes' }));
    expect(screen.getByText('1 idea')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Any length' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Works from two places' }));
    expect(screen.queryByRole('button', { name: 'A guarded break' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Care' }));
    expect(await screen.findByText('Nothing fits this choice')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'All' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find an idea' }), 'SONG');
    expect(screen.getByRole('button', { name: 'Only song titles' })).toBeVisible();
  });

  it('proposes an idea, and repeats the proposal under the same id after a failure', async () => {
    refusals = [refusal('INTERNAL')];
    onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
    const page = open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Only song titles' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(page.at()).toBe('/challenges/h1'));
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]?.body).toMatchObject({ templateId: 'Only song titles' });
  });

  it('keeps an own challenge that is half written, and proposes it with its steps', async () => {
    onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
    const page = open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Write your own' }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Pancakes');
    page.unmount();

    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Write your own' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('Pancakes');
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    expect(await screen.findByText('Each step needs a title')).toBeVisible();
    await userEvent.type(screen.getByLabelText('What to do'), 'Flip one');
    await userEvent.click(screen.getByRole('radio', { name: 'Secret words' }));
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      title: 'Pancakes',
      category: 'play',
      steps: [{ title: 'Flip one', type: 'answer', who: 'both', proof: 'text', reveal: 'when_both' }],
    });
  });

  it('proposes a challenge that starts today for the moment of its acceptance', async () => {
    onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Write your own' }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Pancakes');
    await userEvent.type(screen.getByLabelText('What to do'), 'Flip one');
    await userEvent.click(screen.getByRole('radio', { name: 'On a day' }));
    const [year = '', month = '', day = ''] = new Date().toISOString().slice(0, 10).split('-');
    const start = within(screen.getByRole('group', { name: 'First day' }));
    for (const [part, digits] of [
      ['month', month],
      ['day', day],
      ['year', year],
    ] as const) {
      await userEvent.click(start.getByRole('spinbutton', { name: new RegExp(`^${part}`) }));
      await userEvent.keyboard(digits);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ title: 'Pancakes' });
    expect(sent[0]?.body['startAt'] ?? null).toBeNull();
  });

  it('shows the joint points, the badges earned and the next ones', async () => {
    server.http.use(
      http.get('*/api/challenges/badges', () =>
        data({
          points: 130,
          badges: [
            { id: 'challenges_1', earnedAt: NOW },
            { id: 'rhythm_7', earnedAt: null },
          ],
        }),
      ),
    );
    open('/challenges?tab=together');
    expect(within(await screen.findByRole('region', { name: 'Earned' })).getByText('The first one')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Still to come' })).getByText('A week of answers')).toBeVisible();
    expect(screen.getAllByText('130')).toHaveLength(2);
  });
});

describe('the card on the dashboard', () => {
  it('does the next step with one tap', async () => {
    challenge = aChallenge({ steps: [aStep({ proof: 'none', type: 'do', title: 'Dance' })] });
    onPress(() =>
      aChallenge({ steps: [aStep({ proof: 'none', title: 'Dance', parts: [mine(null)], actions: ['undo'] })] }),
    );
    open('/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Your challenge' }));
    await userEvent.click(await card.findByRole('button', { name: 'Done: Dance' }));
    expect(await card.findByText('Nothing to do for you just now.')).toBeVisible();
    expect(sent.map(({ path }) => path)).toEqual(['/h1/steps/s1/complete']);
  });

  it('shows an invitation of the partner', async () => {
    current = [aChallenge({ status: 'proposed', actions: ['accept', 'reject'] })];
    open('/dashboard');
    expect(await screen.findByText('Bob proposed “Below the surface”.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Look at it' })).toHaveAttribute('href', '/challenges/h1');
  });
});

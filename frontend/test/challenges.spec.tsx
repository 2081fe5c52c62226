import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { DRAFT_PREFIX } from '../src/platform/storage/drafts.js';
import { refusal } from './api-server.js';
import { NOW, aChallenge, aStep, aTemplate, data, mine, useChallenges } from './challenge-scene.js';
import { me, partner } from './chat-server.js';
import { open } from './pages.js';

const scene = useChallenges();

const stepNumber = (number: number) => within(screen.getByRole('group', { name: `Step ${number}` }));

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
    scene.challenge = aChallenge({ title: 'Another title', version: 2 });
    act(() => wire.deliver('challenge_updated', update));
    expect(await screen.findByRole('heading', { name: 'Another title' })).toBeVisible();
    expect(screen.queryByText('Challenge updated!')).toBeNull();
  });
});

describe('the challenges page', () => {
  it('groups challenges by state: waiting for the reader, active, waiting for the partner', async () => {
    scene.current = [
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
    scene.refusals = [refusal('INTERNAL')];
    scene.onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
    const page = open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Only song titles' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(page.at()).toBe('/challenges/h1'));
    expect(scene.sent[0]).toEqual(scene.sent[1]);
    expect(scene.sent[0]?.body).toMatchObject({ templateId: 'Only song titles' });
  });

  it('keeps an own challenge that is half written, and proposes it with its steps', async () => {
    scene.onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
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
    await userEvent.click(screen.getByRole('radio', { name: 'A few words' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Secret until both are in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    expect(scene.sent[0]?.body).toMatchObject({
      title: 'Pancakes',
      category: 'play',
      steps: [{ title: 'Flip one', type: 'answer', who: 'both', proof: 'text', reveal: 'when_both' }],
    });
  });

  it('proposes secret pictures and a number of steps that are enough', async () => {
    scene.onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Write your own' }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Pancakes');
    expect(screen.queryByLabelText('How many steps are enough (optional)')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add a step' }));
    const [first, second] = [stepNumber(1), stepNumber(2)];
    await userEvent.type(first.getByLabelText('What to do'), 'Flip one');
    expect(first.queryByRole('switch')).toBeNull();
    await userEvent.click(first.getByRole('radio', { name: 'A picture' }));
    await userEvent.click(first.getByRole('switch', { name: 'Secret until both are in' }));
    await userEvent.type(second.getByLabelText('What to do'), 'Sing');
    await userEvent.click(second.getByRole('radio', { name: 'A voice note' }));
    await userEvent.click(second.getByRole('switch', { name: 'Secret until both are in' }));
    // With one person there is nothing to wait for.
    await userEvent.click(second.getByRole('radio', { name: 'Bob' }));
    expect(second.queryByRole('switch')).toBeNull();
    const enough = screen.getByLabelText('How many steps are enough (optional)');
    await userEvent.type(enough, '3');
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    expect(await screen.findByText('Please give a number from 1 to 2')).toBeVisible();
    await userEvent.clear(enough);
    await userEvent.type(enough, '1');
    await userEvent.click(screen.getByRole('button', { name: 'Propose to Bob' }));
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    expect(scene.sent[0]?.body).toMatchObject({
      completionRule: { anyN: 1 },
      steps: [
        { title: 'Flip one', type: 'photo', who: 'both', proof: 'photo', reveal: 'when_both' },
        { title: 'Sing', type: 'voice', who: 'partner', proof: 'voice', reveal: 'at_once' },
      ],
    });
  });

  it('reads a draft of an earlier version, with its secret words', async () => {
    const step = { key: 'k', title: 'Flip one', description: '', who: 'both', gives: 'secret', day: '' };
    const draft = { title: 'Pancakes', description: '', category: 'play', minutes: '30', isKept: false, steps: [step] };
    localStorage.setItem(`${DRAFT_PREFIX}${me._id}:challenge:own`, JSON.stringify(draft));
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Write your own' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('Pancakes');
    expect(screen.getByRole('radio', { name: 'A few words' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Secret until both are in' })).toBeChecked();
  });

  it('proposes a challenge that starts today for the moment of its acceptance', async () => {
    scene.onPress(() => aChallenge({ status: 'proposed', proposedBy: me._id, actions: ['cancel'] }));
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
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    expect(scene.sent[0]?.body).toMatchObject({ title: 'Pancakes' });
    expect(scene.sent[0]?.body['startAt'] ?? null).toBeNull();
  });

  it('changes an own idea, and says so when another device changed it first', async () => {
    const steps = [
      { title: 'Flip one', type: 'photo', who: 'both', proof: 'photo', reveal: 'when_both' },
      {
        title: 'Sing',
        description: 'Loudly',
        type: 'do',
        who: 'partner',
        proof: 'none',
        reveal: 'at_once',
        opensAt: 2,
      },
    ] as const;
    const own = { author: 'couple', createdBy: me._id, version: 3, completionRule: { anyN: 1 } } as const;
    scene.templates = [aTemplate('Pancakes', { ...own, steps: [...steps] })];
    scene.refusals = [refusal('VERSION_CONFLICT')];
    scene.onPress(
      ({ body }) => void (scene.templates = scene.templates.map((one) => ({ ...one, ...body, version: 4 }))),
    );
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Pancakes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit this idea' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit this idea' }));
    await userEvent.type(form.getByLabelText('Title'), ' at midnight');
    await userEvent.clear(form.getByLabelText('What it is about (optional)'));
    await userEvent.clear(form.getByLabelText('Minutes it takes'));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Please give the minutes/)).toBeVisible();
    await userEvent.type(form.getByLabelText('Minutes it takes'), '25');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This idea changed meanwhile. Please look at it again.')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Pancakes at midnight' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Edit this idea' })).toBeNull();
    const body = { title: 'Pancakes at midnight', description: '', category: 'talk', minutes: 25, version: 3 };
    const sent = {
      method: 'PATCH',
      path: '/templates/Pancakes',
      body: { ...body, steps, completionRule: { anyN: 1 } },
    };
    expect(scene.sent).toEqual([sent, sent]);
  });

  it('stays open when an edit takes an idea out of the category that is shown', async () => {
    scene.templates = [aTemplate('Pancakes', { author: 'couple', createdBy: me._id, version: 1, category: 'play' })];
    scene.onPress(({ body }) => void (scene.templates = scene.templates.map((one) => ({ ...one, ...body }))));
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('tab', { name: 'Play' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pancakes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit this idea' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit this idea' }));
    await userEvent.click(form.getByRole('radio', { name: 'Care' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit this idea' })).toBeNull());
    expect(await screen.findByText('Nothing fits this choice')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Pancakes' })).toBeVisible();
  });

  it('keeps the type of a step that this form does not offer, until the proof changes', async () => {
    const step = { type: 'question', who: 'both', proof: 'text', reveal: 'at_once' } as const;
    const steps = ['Which one?', 'And why?'].map((title) => ({ title, ...step }));
    scene.templates = [aTemplate('Pancakes', { author: 'couple', createdBy: me._id, version: 1, steps })];
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Pancakes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit this idea' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit this idea' }));
    const second = within(form.getByRole('group', { name: 'Step 2' }));
    await userEvent.click(second.getByRole('radio', { name: 'A picture' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    expect(scene.sent[0]?.body['steps']).toEqual([steps[0], { ...steps[1], type: 'photo', proof: 'photo' }]);
  });

  it('lets only its author change an idea', async () => {
    scene.templates = [aTemplate('Pancakes', { author: 'couple', createdBy: partner._id, version: 1 })];
    open('/challenges?tab=ideas');
    await userEvent.click(await screen.findByRole('button', { name: 'Pancakes' }));
    expect(await screen.findByRole('button', { name: 'Propose to Bob' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit this idea' })).toBeNull();
  });

  it('shows the joint points, the badges earned and the next ones', async () => {
    scene.http.use(
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
    scene.challenge = aChallenge({ steps: [aStep({ proof: 'none', type: 'do', title: 'Dance' })] });
    scene.onPress(() =>
      aChallenge({ steps: [aStep({ proof: 'none', title: 'Dance', parts: [mine(null)], actions: ['undo'] })] }),
    );
    open('/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Your challenge' }));
    await userEvent.click(await card.findByRole('button', { name: 'Done: Dance' }));
    expect(await card.findByText('Nothing to do for you just now.')).toBeVisible();
    expect(scene.sent.map(({ path }) => path)).toEqual(['/h1/steps/s1/complete']);
  });

  it('says that the running challenge did not load, and loads it again', async () => {
    scene.http.use(http.get('*/api/challenges/h1', () => refusal('INTERNAL')));
    open('/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Your challenge' }));
    expect(await card.findByText('Your challenges could not be loaded.')).toBeVisible();
    scene.http.use(http.get('*/api/challenges/h1', () => data(scene.challenge)));
    await userEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByRole('link', { name: 'Below the surface' })).toBeVisible();
  });

  it('shows an invitation of the partner', async () => {
    scene.current = [aChallenge({ status: 'proposed', actions: ['accept', 'reject'] })];
    open('/dashboard');
    expect(await screen.findByText('Bob proposed “Below the surface”.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Look at it' })).toHaveAttribute('href', '/challenges/h1');
  });
});

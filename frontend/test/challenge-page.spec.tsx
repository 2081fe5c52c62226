import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { refusal } from './api-server.js';
import { NOW, aChallenge, aStep, data, mine, useChallenges } from './challenge-scene.js';
import { me, partner } from './chat-server.js';
import { open } from './pages.js';
import { slowAnswer } from './slow-answer.js';

const scene = useChallenges();

describe('the page of a challenge', () => {
  it('keeps words after a refusal and after a reload, and hands them in under one id', async () => {
    scene.refusals = [refusal('INTERNAL')];
    const page = open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'You are kind to waiters');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Your answer')).toHaveValue('You are kind to waiters');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    await waitFor(() => expect(scene.sent).toHaveLength(2));
    expect(scene.sent[0]).toEqual(scene.sent[1]);
    page.unmount();

    scene.refusals = [refusal('INTERNAL')];
    const again = open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'and to pigeons');
    again.unmount();
    open('/challenges/h1');
    expect(await screen.findByLabelText('Your answer')).toHaveValue('and to pigeons');
  });

  it('hands in changed words under another id, and keeps them where the first words have arrived', async () => {
    scene.refusals = [HttpResponse.error()];
    open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'You are kind');
    const handIn = (): HTMLElement => screen.getByRole('button', { name: 'Hand it in: Write three compliments' });
    await userEvent.click(handIn());
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Your answer'), ' to pigeons');
    scene.challenge = aChallenge({
      version: 2,
      steps: [aStep({ parts: [mine('You are kind')], actions: ['undo', 'skip'] })],
    });
    scene.refusals = [refusal('ALREADY_DONE')];
    await userEvent.click(handIn());
    expect(await screen.findByText('You are kind')).toBeVisible();
    expect(screen.getByText('This step is done already. Undo it, and your words are still here.')).toBeVisible();
    const [first, second] = scene.sent.map(({ body }) => body);
    expect(second).toMatchObject({ text: 'You are kind to pigeons' });
    expect(second?.['clientId']).not.toBe(first?.['clientId']);
    scene.onPress(() => aChallenge());
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Write three compliments' }));
    expect(await screen.findByLabelText('Your answer')).toHaveValue('You are kind to pigeons');
  });

  it('completes a step that asks for nothing with one tap, or with a few words that survive a reload', async () => {
    const step = aStep({ proof: 'none', type: 'do', title: 'Dance', reveal: 'at_once' });
    scene.challenge = aChallenge({ steps: [step] });
    const page = open('/challenges/h1');
    expect(await screen.findByRole('button', { name: 'Done: Dance' })).toBeVisible();
    expect(screen.queryByLabelText('In words (optional)')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add a few words: Dance' }));
    expect(screen.getByLabelText('In words (optional)')).toHaveFocus();
    await userEvent.keyboard('In the rain');
    page.unmount();
    scene.onPress(({ body }) => aChallenge({ steps: [{ ...step, parts: [mine(String(body['text']))], actions: [] }] }));
    open('/challenges/h1');
    expect(await screen.findByLabelText('In words (optional)')).toHaveValue('In the rain');
    await userEvent.click(screen.getByRole('button', { name: 'Done: Dance' }));
    expect(await screen.findByText('In the rain', { selector: 'p' })).toBeVisible();
    expect(scene.sent).toMatchObject([{ path: '/h1/steps/s1/complete', body: { text: 'In the rain' } }]);
  });

  it('shows the own secret words, and who has yet to hand in', async () => {
    scene.onPress(() => aChallenge({ steps: [aStep({ parts: [mine('You are kind')], actions: ['undo', 'skip'] })] }));
    open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'You are kind');
    await userEvent.click(screen.getByRole('button', { name: 'Hand it in: Write three compliments' }));
    expect(await screen.findByText('You are kind')).toBeVisible();
    expect(screen.getByText('Yours is in. Both appear together, once Bob’s is here too.')).toBeVisible();
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    expect(document.activeElement).toHaveTextContent('Write three compliments');
  });

  it('shows that the partner handed in, without the proof', async () => {
    scene.challenge = aChallenge({
      steps: [aStep({ parts: [{ user: partner._id, text: null, attachments: [], hidden: true, doneAt: NOW }] })],
    });
    open('/challenges/h1');
    expect(await screen.findByText('Bob has handed in. It appears once yours is in.')).toBeVisible();
  });

  it('shows a step without words as done before the server answers, and brings it back when it refuses', async () => {
    let answer = (): void => undefined;
    scene.challenge = aChallenge({ steps: [aStep({ proof: 'none', type: 'do', reveal: 'at_once', title: 'Dance' })] });
    scene.http.use(
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

  it('takes a step without words back when the call fails without a connection, as the reload does', async () => {
    scene.challenge = aChallenge({ steps: [aStep({ proof: 'none', type: 'do', reveal: 'at_once', title: 'Dance' })] });
    open('/challenges/h1');
    const done = await screen.findByRole('button', { name: 'Done: Dance' });
    scene.http.use(http.all('*/api/*', () => HttpResponse.error()));
    await userEvent.click(done);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Done: Dance' })).toBeVisible();
    expect(screen.queryByText('You: done')).toBeNull();
  });

  it('takes back only the step of each press, where two fail without a connection', async () => {
    const steps = ['Dance', 'Sing'].map((title) =>
      aStep({ _id: title, proof: 'none', type: 'do', reveal: 'at_once', title }),
    );
    scene.challenge = aChallenge({ steps });
    const fail: (() => void)[] = [];
    open('/challenges/h1');
    await screen.findByRole('button', { name: 'Done: Dance' });
    scene.http.use(
      http.get('*/api/challenges/h1', () => HttpResponse.error()),
      http.post('*/api/challenges/:id/steps/:step/complete', async () => {
        await new Promise<void>((resolve) => fail.push(resolve));
        return HttpResponse.error();
      }),
    );
    for (const [at, name] of ['Done: Dance', 'Done: Sing'].entries()) {
      await userEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(fail).toHaveLength(at + 1));
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    }
    const [first, second] = fail;
    await act(async () => first?.());
    expect(await screen.findByRole('button', { name: 'Done: Dance' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Done: Sing' })).toBeNull();
    await act(async () => second?.());
    expect(await screen.findByRole('button', { name: 'Done: Sing' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Done: Dance' })).toBeVisible();
  });

  it('offers exactly what the server allows', async () => {
    scene.challenge = aChallenge({ actions: ['cancel'], steps: [aStep({ actions: [] })] });
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
    scene.challenge = aChallenge({ status: 'proposed', proposedBy: me._id, startAt, actions: ['change_details'] });
    scene.http.use(
      http.patch('*/api/challenges/:id', async ({ request }) => {
        scene.sent.push({ method: 'PATCH', path: '', body: Object(await request.json()) });
        return data(scene.challenge);
      }),
    );
    open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'More about this challenge' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change title or day' }));
    await userEvent.type(await screen.findByLabelText('Title'), ' again');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(scene.sent).toHaveLength(1));
    expect(scene.sent[0]?.body).toMatchObject({ title: `${scene.challenge.title} again`, startAt });
  });

  it('says on which day a step opens', async () => {
    scene.challenge = aChallenge({ steps: [aStep({ opensAt: '2999-05-04T00:00:00.000Z', actions: [] })] });
    open('/challenges/h1');
    expect(await screen.findByText(/^Opens on .*2999$/)).toBeVisible();
  });

  it('lets the partner decline with a word', async () => {
    scene.challenge = aChallenge({
      status: 'proposed',
      startAt: null,
      actions: ['accept', 'reject'],
      steps: [aStep({ actions: [] })],
    });
    scene.onPress(() => ({ ...scene.challenge, status: 'declined', note: 'Rather in spring', actions: [] }));
    open('/challenges/h1');
    await userEvent.type(await screen.findByLabelText('A word about it (optional)'), 'Rather in spring');
    await userEvent.click(screen.getByRole('button', { name: 'Not this time' }));
    expect(await screen.findByText('Rather in spring')).toBeVisible();
    expect(scene.sent).toEqual([
      { method: 'PATCH', path: '/h1/respond', body: { action: 'reject', note: 'Rather in spring' } },
    ]);
  });

  it('offers more time or letting go in neutral words', async () => {
    scene.challenge = aChallenge({
      overdue: true,
      dueAt: '2026-11-10T23:59:00.000Z',
      lapsesAt: '2026-11-13T23:59:00.000Z',
      actions: ['extend', 'let_go'],
    });
    scene.onPress(() => ({ ...scene.challenge, overdue: false, status: 'expired', actions: [] }));
    open('/challenges/h1');
    expect(await screen.findByRole('button', { name: 'Take more time' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Let it go' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Let it go' }));
    await waitFor(() => expect(scene.sent.map(({ path }) => path)).toEqual(['/h1/let-go']));
  });

  it('celebrates a completed challenge, and asks both to look back', async () => {
    scene.challenge = aChallenge({ status: 'completed', completedAt: NOW, points: 60, actions: ['reflect'] });
    scene.onPress(({ body }) => ({
      ...scene.challenge,
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
    expect(scene.sent).toEqual([{ method: 'POST', path: '/h1/reflection', body: { text: 'The pigeons!', mood: 4 } }]);
  });

  it('lets the reader empty the field of their own reflection and write anew', async () => {
    const reflections = [{ user: me._id, text: 'The pigeons!', mood: 4, at: NOW }];
    scene.challenge = aChallenge({
      status: 'completed',
      completedAt: NOW,
      points: 60,
      actions: ['reflect'],
      reflections,
    });
    open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'Change my words' }));
    const field = await screen.findByLabelText('Your words');
    expect(field).toHaveValue('The pigeons!');
    await userEvent.clear(field);
    expect(field).toHaveValue('');
    await userEvent.type(field, 'You');
    expect(field).toHaveValue('You');
  });

  it('waits for a keepsake until the files of the challenge are copied', async () => {
    const completed = { status: 'completed', completedAt: NOW } as const;
    scene.challenge = aChallenge({ ...completed, actions: ['keep'] });
    const copies = slowAnswer();
    scene.http.use(
      http.post('*/api/challenges/h1/keepsake', async () => {
        await copies.given;
        scene.challenge = aChallenge({ ...completed, capsuleId: 'k1', version: 2, actions: [] });
        return data(scene.challenge);
      }),
    );
    open('/challenges/h1');
    await copies.press(await screen.findByRole('button', { name: 'Make a keepsake of it' }));
    expect(await screen.findByRole('link', { name: 'Open the keepsake' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says so when there is no such challenge', async () => {
    open('/challenges/h2');
    expect(await screen.findByRole('heading', { name: 'This challenge does not exist any more' })).toBeVisible();
  });
});

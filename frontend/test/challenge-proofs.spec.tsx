import type { ChallengeStepView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NOW, aChallenge, aStep, useChallenges } from './challenge-scene.js';
import { me, partner } from './chat-server.js';
import { installMicrophone } from './fake-microphone.js';
import type { FakeWire } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { open } from './pages.js';

const scene = useChallenges();

const NOT_NOW = 'This cannot be sent right now, but you can copy it. If the challenge goes on, you can send it.';

function become(wire: FakeWire, status: 'paused' | 'active', actions: ChallengeStepView['actions']): void {
  const steps = scene.challenge.steps.map((step) => ({ ...step, actions }));
  const { progress, version } = (scene.challenge = { ...scene.challenge, status, steps });
  const by = { _id: partner._id, firstName: partner.firstName };
  const action = status === 'paused' ? 'paused' : 'resumed';
  act(() => wire.deliver('challenge_updated', { challengeId: 'h1', action, by, status, progress, version }));
}

const pause = (wire: FakeWire): void => become(wire, 'paused', []);
const resume = (wire: FakeWire): void => become(wire, 'active', ['complete', 'skip']);

describe('the page of a challenge', () => {
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
      scene.challenge = aChallenge({ steps: [photo] });
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
      scene.challenge = aChallenge({
        version: 2,
        steps: [{ ...photo, actions: ['undo'], parts: [part(me._id, 'p1')] }],
      });
      act(() => FakeXhr.last.answer(200, { success: true, data: scene.challenge }));
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

    it('stay chosen while the partner pauses the challenge', async () => {
      const { wire } = open('/challenges/h1');
      const input = await screen.findByLabelText('Choose pictures: The view', { selector: 'input' });
      await userEvent.upload(input, new File(['1'], 'sea.jpg', { type: 'image/jpeg' }));
      pause(wire);
      expect(await screen.findByText(NOT_NOW)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Hand it in: The view' })).toBeDisabled();
      resume(wire);
      await waitFor(() => expect(screen.queryByText(NOT_NOW)).toBeNull());
      await handIn();
      await waitFor(() => expect(FakeXhr.last.names).toEqual(['sea.jpg']));
    });

    it('shows both people’s in one viewer, in their order', async () => {
      const parts = [part(me._id, 'p1', 'p2'), part(partner._id, 'p3')];
      scene.challenge = aChallenge({ steps: [{ ...photo, state: 'done', actions: [], parts }] });
      open('/challenges/h1');
      await userEvent.click(await screen.findByRole('button', { name: /^Open photo from Bob/ }));
      const viewer = within(await screen.findByRole('dialog', { name: 'Photos and videos' }));
      expect(viewer.getByText('Bob')).toBeVisible();
      expect(viewer.getByText(/3 of 3/)).toBeVisible();
      await userEvent.keyboard('{ArrowLeft}{Escape}');
      expect(screen.getByRole('button', { name: /^Open picture 2 of 2 from you/ })).toBeVisible();
    });
  });

  it('keeps a recording under way and an answer when the partner pauses the challenge', async () => {
    installMicrophone();
    URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
    URL.revokeObjectURL = () => undefined;
    scene.challenge = aChallenge({
      steps: [
        aStep({ type: 'voice', proof: 'voice', title: 'The song' }),
        aStep({ _id: 's2', title: 'The words' }),
        aStep({ _id: 's3', title: 'The rhyme' }),
      ],
    });
    const { wire } = open('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'Record a voice note: The song' }));
    await screen.findByRole('button', { name: 'Use this recording' });
    const [answer] = screen.getAllByLabelText('Your answer');
    await userEvent.type(answer ?? document.body, 'La la');
    pause(wire);
    expect(await screen.findByRole('group', { name: 'Your recording', hidden: true })).toBeVisible();
    expect(screen.getAllByText(NOT_NOW)).toHaveLength(2);
    expect(answer).toHaveValue('La la');
    expect(answer).toHaveAttribute('readonly');
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
    resume(wire);
    await waitFor(() => expect(screen.queryByText(NOT_NOW)).toBeNull());
    expect(screen.getByRole('group', { name: 'Your recording' })).toBeVisible();
    expect(screen.getAllByLabelText('Your answer')[0]).toHaveValue('La la');
  });
});

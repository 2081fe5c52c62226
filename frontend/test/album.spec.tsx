import type { CapsuleAction } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { openAlbumFiles } from '../src/sync/album/album-queue.js';
import { data, refusal } from './api-server.js';
import { useAlbum } from './album-scene.js';
import { aContribution, anUpdate } from './capsules.js';
import { me } from './chat-server.js';
import { FakeXhr } from './fake-xhr.js';
import { open } from './pages.js';

const scene = useAlbum();
const { server } = scene;

const picture = (name: string, size = 1_000): File => {
  const file = new File(['x'], name, { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const pictures = (count: number): File[] => Array.from({ length: count }, (_, index) => picture(`${index + 1}.jpg`));
const choose = async (...files: File[]): Promise<void> =>
  userEvent.upload(await screen.findByLabelText(/to add$/, { selector: 'input' }), files);
async function typeYear(year: string): Promise<void> {
  const day = within(screen.getByRole('group', { name: /^When it happened/ }));
  await userEvent.click(day.getByRole('spinbutton', { name: /^year/ }));
  await userEvent.keyboard(year);
}
const isSent = (count: number): Promise<void> => waitFor(() => expect(FakeXhr.all.length).toBe(count));
const idOf = (xhr: FakeXhr): string => String(xhr.body.get('clientId'));
const accept = (xhr: FakeXhr): void =>
  act(() => xhr.answer(201, { success: true, data: aContribution(idOf(xhr), me._id) }));
const refuse = (xhr: FakeXhr, code: keyof typeof ERRORS, status = ERRORS[code].status): void =>
  act(() => xhr.answer(status, { success: false, code, message: '', requestId: 'r' }));
const at = (index: number): FakeXhr => {
  const xhr = FakeXhr.all[index];
  if (!xhr) throw new Error(`request ${index} was not sent`);
  return xhr;
};
const waitingIds = async (): Promise<string[]> =>
  (await (await openAlbumFiles()).of(me._id))
    .filter(({ state }) => state === 'waiting')
    .map(({ clientId }) => clientId);

describe('adding many pictures to an album', () => {
  it('sends each in a request of its own, three at a time, and counts them', async () => {
    open('/memories/k1');
    await choose(...pictures(8));
    await isSent(3);
    expect(at(0).path).toBe('/api/capsules/k1/contributions');
    expect([...at(0).body.keys()]).toEqual(['clientId', 'files']);
    expect(FakeXhr.all.flatMap(({ names }) => names)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
    const panel = screen.getByRole('region', { name: 'Adding files' });
    act(() => at(1).progress(400, 1_000));
    expect(within(panel).getByText('40 %')).toBeVisible();
    for (let done = 0; done < 8; done += 1) {
      await isSent(Math.min(done + 3, 8));
      expect(within(panel).getByText(`${done} of 8 added`)).toBeVisible();
      accept(at(done));
    }
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Adding files' })).toBeNull());
    expect(new Set(FakeXhr.all.map(idOf)).size).toBe(8);
    await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
  });

  it('sends the day and the place that were chosen for them, also after a reload', async () => {
    const first = open('/memories/k1');
    await userEvent.type(await screen.findByLabelText('Place (optional)'), 'Porto');
    await typeYear('2010');
    await choose(picture('scan.jpg'));
    await isSent(1);
    await waitFor(async () => expect(await waitingIds()).toHaveLength(1));
    first.unmount();
    open('/memories/k1');
    await isSent(2);
    for (const { body } of FakeXhr.all) {
      expect(body.get('happenedAt')).toMatch(/^2010-\d\d-\d\d$/);
      expect(JSON.parse(String(body.get('place')))).toEqual({ label: 'Porto' });
    }
  });

  it('takes its own day again once words of another day are stored', async () => {
    server.http.use(http.post('*/api/capsules/:id/contributions', () => data({ _id: 'n1' })));
    open('/memories/k1');
    await userEvent.type(await screen.findByLabelText('Your words'), 'Long ago');
    await typeYear('2010');
    await userEvent.click(screen.getByRole('button', { name: 'Put it in' }));
    await waitFor(() => expect(screen.getByLabelText('Your words')).toHaveValue(''));
    await choose(picture('new.jpg'));
    await isSent(1);
    expect([...at(0).body.keys()]).toEqual(['clientId', 'files']);
  });

  it('waits for a day that can be', async () => {
    open('/memories/k1');
    await screen.findByLabelText('Your words');
    await typeYear('0019');
    const day = screen.getByRole('group', { name: /^When it happened/ });
    expect(day).toHaveAccessibleDescription(expect.stringContaining(TEXTS.dateInvalid));
    await userEvent.type(screen.getByLabelText('Your words'), 'Long ago');
    expect(screen.getByRole('button', { name: 'Put it in' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Photos and videos' }));
    const refused = within(await screen.findByRole('alertdialog', { name: 'Not added' }));
    expect(refused.getByText(TEXTS.dateInvalid)).toBeVisible();
    await userEvent.click(refused.getByRole('button', { name: 'OK' }));
    await typeYear('2019');
    await choose(picture('scan.jpg'));
    await isSent(1);
    expect(at(0).body.get('happenedAt')).toMatch(/^2019-/);
  });

  it('waits for the name of a place on the map', async () => {
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: 'Set the point on the map' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Take the middle of the map' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    const words = 'Please name the place';
    expect(await screen.findByText(words)).toBeVisible();
    await choose(picture('scan.jpg'));
    expect(within(await screen.findByRole('alertdialog', { name: 'Not added' })).getByText(words)).toBeVisible();
    expect(FakeXhr.all).toEqual([]);
  });

  it('goes on after a reload where it stopped, under the same ids', async () => {
    const first = open('/memories/k1');
    await choose(...pictures(5));
    await isSent(3);
    accept(at(0));
    await isSent(4);
    await waitFor(async () => expect(await waitingIds()).toHaveLength(4));
    const before = FakeXhr.all.map(idOf);
    first.unmount();
    open('/memories/k1');
    await isSent(7);
    expect(await screen.findByText('1 of 5 added')).toBeVisible();
    // Those that were under way are repeated; the one that arrived is not.
    expect(FakeXhr.all.slice(4).map(idOf)).toEqual(before.slice(1));
    for (let index = 4; index < 8; index += 1) {
      await isSent(Math.min(index + 3, 8));
      accept(at(index));
    }
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Adding files' })).toBeNull());
  });

  it('goes on past a refused file, which can be retried or left out', async () => {
    open('/memories/k1');
    await choose(...pictures(4));
    await isSent(3);
    refuse(at(0), 'FILE_UNREADABLE');
    await isSent(4);
    expect(await screen.findByText(ERRORS.FILE_UNREADABLE.message)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry 1.jpg' }));
    for (const index of [1, 2, 3]) accept(at(index));
    await isSent(5);
    expect(idOf(at(4))).toBe(idOf(at(0)));
    refuse(at(4), 'FILE_UNREADABLE');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave them out' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Adding files' })).toBeNull());
  });

  it('says which picture was there already', async () => {
    open('/memories/k1');
    await choose(...pictures(2));
    await isSent(2);
    refuse(at(0), 'DUPLICATE_FILE');
    accept(at(1));
    expect(await screen.findByText('Already in this album')).toBeVisible();
    expect(screen.getByText('1 of 2 added')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('Already in this album')).toBeNull());
  });

  it('waits as long as the server asks to, and loses nothing', async () => {
    open('/memories/k1');
    await choose(...pictures(2));
    await isSent(2);
    at(0).retryAfter = '1200';
    refuse(at(0), 'RATE_LIMITED');
    accept(at(1));
    expect(await screen.findByText(/It goes on by itself in a while/)).toBeVisible();
    expect(FakeXhr.all).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await isSent(3);
    expect(idOf(at(2))).toBe(idOf(at(0)));
  });

  it('sends again what failed without a network, once that is back', async () => {
    open('/memories/k1');
    await choose(...pictures(1));
    await isSent(1);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
    for (let tried = 0; tried < 4; tried += 1) {
      act(() => at(tried).breakOff());
      await act(() => jest.advanceTimersByTimeAsync(10_000));
    }
    jest.useRealTimers();
    expect(await screen.findByRole('button', { name: 'Retry 1.jpg' })).toBeVisible();
    expect(FakeXhr.all).toHaveLength(4);
    act(() => void window.dispatchEvent(new Event('online')));
    await isSent(5);
    expect(idOf(at(4))).toBe(idOf(at(0)));
    accept(at(4));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Adding files' })).toBeNull());
  });

  it('cancels one file under way, and the rest', async () => {
    open('/memories/k1');
    await choose(...pictures(6));
    await isSent(3);
    await userEvent.click(screen.getByRole('button', { name: 'Remove 2.jpg from the list' }));
    expect(at(1).isAborted).toBe(true);
    await isSent(4);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the other 5' }));
    expect(FakeXhr.all.every(({ isAborted }) => isAborted)).toBe(true);
    await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
    expect(FakeXhr.all).toHaveLength(4);
  });

  it('takes dropped and pasted pictures, and names what it cannot take', async () => {
    open('/memories/k1');
    await screen.findByRole('button', { name: 'Photos and videos' });
    fireEvent.paste(document.body, { clipboardData: { files: [picture('pasted.png')], types: ['Files'] } });
    await isSent(1);
    const dataTransfer = { files: [picture('dropped.jpg')], types: ['Files'] };
    fireEvent.dragEnter(screen.getByRole('main'), { dataTransfer });
    expect(screen.getByText('Drop to add')).toBeVisible();
    fireEvent.drop(screen.getByRole('main'), { dataTransfer });
    await isSent(2);
    expect(FakeXhr.all.flatMap(({ names }) => names)).toEqual(['pasted.png', 'dropped.jpg']);
    const document_ = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
    fireEvent.paste(document.body, {
      clipboardData: { files: [picture('huge.jpg', LIMITS.fileBytes + 1), document_], types: ['Files'] },
    });
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText(TEXTS.fileTooLarge('huge.jpg'))).toBeVisible();
    expect(within(alert).getByText('plan.pdf is neither a photo, a video nor sound.')).toBeVisible();
    expect(FakeXhr.all).toHaveLength(2);
  });

  it('stops at the first refusal of an album that the partner finishes, and says what can be done', async () => {
    const page = open('/memories/k1');
    await choose(...pictures(8));
    await isSent(3);
    const become = (status: 'completed' | 'collecting', actions: CapsuleAction[]): void => {
      scene.capsule = { ...scene.capsule, status, actions };
      act(() => page.wire.deliver('capsule_updated', anUpdate(scene.capsule)));
    };
    become('completed', ['reopen']);
    expect(await screen.findByRole('button', { name: 'Go on adding' })).toBeVisible();
    refuse(at(0), 'CAPSULE_SEALED');
    const panel = within(screen.getByRole('region', { name: 'Adding files' }));
    expect(await panel.findByText(/^Nothing can be added right now/)).toBeVisible();
    for (const index of [1, 2]) refuse(at(index), 'CAPSULE_SEALED');
    expect(await panel.findByText('8 could not be added')).toBeVisible();
    expect(panel.queryByRole('button', { name: /^Retry/ })).toBeNull();
    expect(FakeXhr.all).toHaveLength(3);

    become('collecting', ['contribute']);
    await userEvent.click(await panel.findByRole('button', { name: 'Retry all 8' }));
    await isSent(6);
    for (const index of [3, 4, 5]) refuse(at(index), 'CAPSULE_STATE');
    expect(await panel.findByText('8 could not be added')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Leave them out' }));
    await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
    expect(FakeXhr.all).toHaveLength(6);
  });

  it('drops the files of a capsule that is gone', async () => {
    open('/memories/k1');
    await choose(...pictures(3));
    await isSent(3);
    refuse(at(0), 'CAPSULE_NOT_FOUND');
    await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
  });

  it.each(['after a reload', 'with the next connection'])(
    'forgets failed files of a capsule that is gone, %s',
    async (when) => {
      const first = open('/memories/k1');
      await choose(picture('late.jpg'));
      await isSent(1);
      refuse(at(0), 'CAPSULE_STATE');
      expect(await screen.findByText('1 could not be added')).toBeVisible();
      server.http.use(http.get('*/api/capsules/:id', () => refusal('CAPSULE_NOT_FOUND')));
      if (when === 'after a reload') {
        first.unmount();
        open('/dashboard');
      } else {
        first.wire.breakOff();
        first.wire.isReachable = true;
        act(() => first.wire.connect());
      }
      await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
    },
  );
});

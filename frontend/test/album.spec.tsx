import type { CapsuleView } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openAlbumFiles } from '../src/sync/album/album-queue.js';
import { refusal } from './api-server.js';
import { aCapsule, aContribution, aFile } from './capsules.js';
import { me, partner } from './chat-server.js';
import { FakeXhr } from './fake-xhr.js';
import { open, remember, useApi } from './pages.js';
import { storeBlobs } from './stored-blobs.js';

const server = useApi();
storeBlobs();
const RealXhr = globalThis.XMLHttpRequest;

let capsule: CapsuleView;
let described: string[][];

const data = (value: unknown) => HttpResponse.json({ success: true, data: value });

beforeEach(async () => {
  capsule = aCapsule({ kind: 'keepsake', unlockAt: null, unlockTz: null });
  described = [];
  FakeXhr.all = [];
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
  URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
  URL.revokeObjectURL = () => undefined;
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/:id', () => data(capsule)),
    http.post<never, { ids: string[] }>('*/api/capsules/:id/links', async ({ request }) => {
      const { ids } = await request.json();
      described.push(ids);
      return data({ files: ids.map((id) => ({ id, file: aFile(id, { round: described.length }) })) });
    }),
  );
});

/** A capsule with more pieces than its first page, the second of which fails until it is repaired. */
function servePages(): { asked: () => number; repair: () => void } {
  let [asked, isBroken] = [0, true];
  capsule = { ...capsule, contributions: [aContribution('c1', me._id)], nextContribution: 'next' };
  server.http.use(
    http.get('*/api/capsules/:id/contributions', ({ request }) => {
      asked += 1;
      if (isBroken) return refusal('CAPSULE_NOT_FOUND');
      const isFirst = new URL(request.url).searchParams.get('cursor') === null;
      const one = aContribution(isFirst ? 'c1' : 'c2', isFirst ? me._id : partner._id);
      return HttpResponse.json({ success: true, data: [one], nextCursor: isFirst ? 'next' : null });
    }),
  );
  return { asked: () => asked, repair: () => void (isBroken = false) };
}

afterEach(async () => {
  Object.assign(globalThis, { XMLHttpRequest: RealXhr });
  const storage = await openAlbumFiles();
  for (const { clientId } of await storage.of(me._id)) await storage.remove(clientId);
});

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

  it('drops the files of a capsule that is gone', async () => {
    open('/memories/k1');
    await choose(...pictures(3));
    await isSent(3);
    refuse(at(0), 'CAPSULE_NOT_FOUND');
    await waitFor(async () => expect(await (await openAlbumFiles()).of(me._id)).toEqual([]));
  });
});

describe('an album with pictures', () => {
  const withPictures = (): void => {
    capsule = {
      ...capsule,
      contributions: [
        aContribution('p1', me._id, { attachment: { caption: 'The harbour' } }),
        aContribution('p2', partner._id),
        aContribution('v1', partner._id, { kind: 'voice' }),
      ],
    };
  };

  it('asks for its next pieces once, says that they did not come, and asks again when told to', async () => {
    const pages = servePages();
    open('/memories/k1');
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    expect(pages.asked()).toBe(1);
    pages.repair();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(pages.asked()).toBe(3));
    await waitFor(() => expect(screen.queryByText('This could not be loaded.')).toBeNull());
  });

  it('opens a picture in full screen, and leafs by the arrow keys', async () => {
    withPictures();
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /^Open photo from you.*: The harbour$/ }));
    const viewer = await screen.findByRole('dialog', { name: 'Photos and videos' });
    expect(within(viewer).getByText('The harbour')).toBeVisible();
    expect(within(viewer).getByRole('button', { name: 'Change this' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(viewer).getByText(/2 of 2/)).toBeVisible();
    expect(within(viewer).queryByRole('button', { name: 'Change this' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('group', { name: /^Voice note/ })).toBeVisible();
  });

  it('changes an own caption; typing does not leaf', async () => {
    withPictures();
    const changes: unknown[] = [];
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/:cid', async ({ request }) => {
        changes.push(await request.json());
        return data(capsule.contributions[0]);
      }),
    );
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /The harbour$/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change this' }));
    const field = await screen.findByLabelText('A few words about it');
    await userEvent.type(field, ' at night{ArrowLeft}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toEqual([{ attachments: [{ id: 'p1', caption: 'The harbour at night' }] }]));
    expect(await screen.findByText(/1 of 2/)).toBeInTheDocument();
  });

  it('moves an own picture to its day, which then counts more than the clock of the camera', async () => {
    capsule = {
      ...capsule,
      contributions: [aContribution('p1', me._id, { attachment: { takenAt: '2026-10-01T14:30:00+02:00' } })],
    };
    const changes: unknown[] = [];
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/:cid', async ({ request }) => {
        changes.push(await request.json());
        capsule = {
          ...capsule,
          contributions: capsule.contributions.map((one) => ({ ...one, happenedAt: '2010-10-01' })),
        };
        return data(capsule.contributions[0]);
      }),
    );
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: /^Open photo/ }));
    expect(await screen.findByText(/2:30/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Change this' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change this' }));
    await userEvent.click(form.getByRole('spinbutton', { name: /^year/ }));
    await userEvent.keyboard('2010');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toEqual([{ happenedAt: '2010-10-01' }]));
    expect(await screen.findByText('October 1, 2010', { selector: 'p' })).toBeInTheDocument();
    expect(screen.queryByText(/2:30/)).toBeNull();
  });

  it('asks for new links once when pictures do not load, and shows them', async () => {
    withPictures();
    open('/memories/k1');
    const tile = await screen.findByRole('button', { name: /The harbour$/ });
    const shown = (): HTMLImageElement | null => tile.querySelector('img');
    await waitFor(() => expect(shown()?.src).toMatch(/p1\/thumbnail\?round=0$/));
    fireEvent.error(shown() ?? tile);
    await waitFor(() => expect(shown()?.src).toMatch(/p1\/thumbnail\?round=1$/));
    expect(described).toEqual([['p1']]);
  });
});

import { getLocalTimeZone } from '@internationalized/date';
import type { CapsuleView } from '@duet/contracts';
import { ERRORS, type ErrorCode } from '@duet/contracts/plain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data } from './api-server.js';
import { aCapsule } from './capsules.js';
import { me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let capsule: CapsuleView;
let sent: object[];

const refuse = (status: number, code: ErrorCode, more: object = {}): void =>
  server.http.use(
    http.patch('*/api/capsules/:id', () =>
      HttpResponse.json({ success: false, code, message: ERRORS[code].message, requestId: 'r', ...more }, { status }),
    ),
  );

beforeEach(() => {
  capsule = aCapsule({ emoji: '🌊', tags: ['sea', 'summer'], unlockTz: getLocalTimeZone() });
  sent = [];
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/:id', () => data(capsule)),
    http.get('*/api/capsules', () => HttpResponse.json({ success: true, data: [], nextCursor: null })),
    http.patch('*/api/capsules/:id', async ({ request }) => {
      sent.push(Object(await request.json()));
      return data(capsule);
    }),
    http.post('*/api/capsules', async ({ request }) => {
      sent.push(Object(await request.json()));
      return data(capsule);
    }),
  );
});

/** Opens the form of the capsule, as its menu does. */
async function edit() {
  open('/memories/k1');
  await userEvent.click(await screen.findByRole('button', { name: 'More about this capsule' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit capsule' }));
  return within(await screen.findByRole('dialog', { name: 'Edit capsule' }));
}

type Form = ReturnType<typeof within>;

const save = (form: Form): Promise<void> => userEvent.click(form.getByRole('button', { name: 'Save' }));

async function retype(form: Form, label: string, text: string): Promise<void> {
  await userEvent.clear(form.getByLabelText(label));
  await userEvent.type(form.getByLabelText(label), text);
}

async function typeYear(form: Form, year: string): Promise<void> {
  await userEvent.click(
    within(form.getByRole('group', { name: /^It opens on/ })).getByRole('spinbutton', { name: /^year/ }),
  );
  await userEvent.keyboard(year);
}

const closed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the form of a capsule that collects', () => {
  it('changes emoji and tags, each tag once, and leaves the opening alone', async () => {
    const form = await edit();
    await retype(form, 'Emoji (optional)', '🏔️');
    await retype(form, 'Tags (optional)', '#mountains, winter , winter,');
    await save(form);
    await closed();
    expect(sent).toEqual([
      { version: 1, title: 'For our tenth year', description: '', emoji: '🏔️', tags: ['mountains', 'winter'] },
    ]);
  });

  it('shows the chosen colours, and takes them back', async () => {
    capsule = { ...capsule, theme: 'sea' };
    const form = await edit();
    const colours = within(form.getByRole('radiogroup', { name: 'Colours' }));
    expect(colours.getByRole('radio', { name: 'Sea' })).toBeChecked();
    await userEvent.click(colours.getByRole('radio', { name: 'As usual' }));
    await save(form);
    await closed();
    expect(sent).toMatchObject([{ version: 1, theme: null }]);
  });

  it('refuses too many tags, and one that is too long', async () => {
    const form = await edit();
    await retype(form, 'Tags (optional)', 'a,b,c,d,e,f,g,h,i,j,k');
    await save(form);
    const wrong = 'At most 10 tags, each of at most 30 characters';
    expect(form.getByLabelText('Tags (optional)')).toHaveAccessibleDescription(expect.stringContaining(wrong));
    await retype(form, 'Tags (optional)', 'x'.repeat(31));
    await save(form);
    expect(form.getByText(wrong)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('moves the day, and says that both seal it again', async () => {
    capsule = { ...capsule, sealConfirmedBy: [partner._id] };
    const form = await edit();
    expect(form.getByText('If you change its day or who opens it, both of you seal it again.')).toBeVisible();
    await typeYear(form, '2040');
    await userEvent.click(form.getByRole('radio', { name: 'Whoever comes first' }));
    await save(form);
    await closed();
    const moved = { unlockAt: '2040-06-01', unlockTz: getLocalTimeZone(), openRule: 'either' };
    expect(sent).toMatchObject([moved]);
  });

  it('keeps the day by the clocks of the zone in which it was chosen, or takes those of this device', async () => {
    // 2 June in the zone of the capsule.
    capsule = { ...capsule, unlockAt: '2036-06-01T19:00:00.000Z', unlockTz: 'Pacific/Auckland' };
    const form = await edit();
    expect(form.getByText('At nine in the morning, Pacific/Auckland.')).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: getLocalTimeZone() }));
    await save(form);
    await closed();
    expect(sent).toMatchObject([{ unlockAt: '2036-06-02', unlockTz: getLocalTimeZone() }]);
    expect(sent).toEqual([expect.not.objectContaining({ openRule: expect.anything() })]);
  });

  it('refuses a day that is past, and shows an error of the server at the day', async () => {
    const form = await edit();
    await typeYear(form, '2020');
    await save(form);
    const day = form.getByRole('group', { name: /^It opens on/ });
    expect(day).toHaveAccessibleDescription(expect.stringContaining('Please choose a day from tomorrow on'));
    expect(sent).toEqual([]);
    const message = 'Please choose a time at least one hour ahead';
    refuse(400, 'VALIDATION_FAILED', { errors: [{ field: 'unlockAt', message }] });
    await typeYear(form, '2041');
    await save(form);
    await waitFor(() => expect(day).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(form.queryByRole('alert')).toBeNull();
    await typeYear(form, '2042');
    expect(day).not.toHaveAccessibleDescription(expect.stringContaining(message));
  });

  it('shows the other errors of an answer that refuses the day too', async () => {
    const form = await edit();
    const [day, emoji] = ['Please choose a time at least one hour ahead', 'Please choose one emoji'];
    const errors = [
      { field: 'unlockAt', message: day },
      { field: 'emoji', message: emoji },
    ];
    refuse(400, 'VALIDATION_FAILED', { errors });
    await typeYear(form, '2041');
    await save(form);
    expect((await form.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([emoji]);
    expect(form.getByText(day)).toBeVisible();
  });

  it('keeps what was typed when the partner seals it meanwhile', async () => {
    const form = await edit();
    await retype(form, 'Title', 'Ours');
    refuse(409, 'CAPSULE_SEALED');
    capsule = { ...capsule, status: 'sealed', sealedAt: '2026-11-02T10:00:00.000Z', actions: ['change_appearance'] };
    await save(form);
    expect(await form.findByText('This capsule is already sealed')).toBeVisible();
    expect(form.getByLabelText('Title')).toHaveValue('Ours');
  });
});

describe('the form of other capsules', () => {
  it('has only emoji, colours and tags once it is sealed', async () => {
    const actions: CapsuleView['actions'] = ['change_appearance'];
    capsule = { ...capsule, status: 'sealed', sealedAt: '2026-11-02T10:00:00.000Z', actions };
    const form = await edit();
    expect(form.queryByLabelText('Title')).toBeNull();
    expect(form.queryByRole('group', { name: /^It opens on/ })).toBeNull();
    await userEvent.clear(form.getByLabelText('Emoji (optional)'));
    await userEvent.click(form.getByRole('radio', { name: 'As usual' }));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await save(form);
    await closed();
    expect(sent).toEqual([{ version: 1, emoji: null, theme: 'night' }]);
  });

  it('has no opening in an album', async () => {
    capsule = { ...capsule, kind: 'keepsake', unlockAt: null, unlockTz: null };
    const form = await edit();
    expect(form.getByLabelText('Title')).toBeVisible();
    expect(form.queryByRole('group', { name: /^It opens on/ })).toBeNull();
  });

  it('takes tags and colours for a new one', async () => {
    open('/memories');
    const [button] = await screen.findAllByRole('button', { name: 'New capsule' });
    await userEvent.click(button ?? document.body);
    const form = within(await screen.findByRole('dialog', { name: 'New capsule' }));
    await userEvent.click(form.getByRole('radio', { name: 'Album that grows' }));
    await userEvent.type(form.getByLabelText('Title'), 'A week in Lisbon');
    await userEvent.type(form.getByLabelText('Tags (optional)'), 'travel, sea');
    await userEvent.click(form.getByRole('radio', { name: 'Forest' }));
    await userEvent.click(form.getByRole('button', { name: 'Create capsule' }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ title: 'A week in Lisbon', tags: ['travel', 'sea'], theme: 'forest' }]),
    );
  });
});

describe('sealing', () => {
  const HOUR = 60 * 60 * 1_000;
  const opensIn = (hours: number, more: Partial<CapsuleView> = {}): void => {
    const unlockAt = '2036-06-01T09:00:00.000Z';
    capsule = { ...capsule, unlockAt, actions: [...capsule.actions, 'seal'], ...more };
    const headers = { 'server-time': String(Date.parse(unlockAt) - hours * HOUR) };
    server.http.use(
      http.get('*/api/capsules/:id', () => HttpResponse.json({ success: true, data: capsule }, { headers })),
    );
  };

  it.each([0.9, -24])('asks for another day where the day is %d hours ahead', async (hours) => {
    opensIn(hours, { sealConfirmedBy: [me._id] });
    open('/memories/k1');
    expect(await screen.findByText(/it is too late to seal it\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Seal it' })).toBeNull();
    expect(screen.queryByText(/^You have sealed it/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Choose another day' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit capsule' }));
    await typeYear(form, '2040');
    await save(form);
    await closed();
    expect(sent).toMatchObject([{ unlockAt: '2040-06-01' }]);
  });

  it('offers no other day in the trash', async () => {
    opensIn(-24, { deletedAt: '2036-06-01T10:00:00.000Z', actions: ['restore'] });
    open('/memories/k1');
    expect(await screen.findByText(/it is too late to seal it\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Choose another day' })).toBeNull();
  });

  it('promises to close in a week only where the day is further away', async () => {
    opensIn(7 * 24 + 1.1, { sealConfirmedBy: [me._id] });
    const far = open('/memories/k1');
    expect(await screen.findByText(/or in a week if you ask again\.$/)).toBeVisible();
    far.unmount();
    opensIn(7 * 24 + 0.9, { sealConfirmedBy: [me._id] });
    open('/memories/k1');
    expect(await screen.findByText(/which works until Jun 1, 2036, 8:00\sAM\.$/)).toBeVisible();
    expect(screen.queryByText(/in a week/)).toBeNull();
  });

  it.each([
    ['2036-05-25T08:00:00.000Z', /or in a week if you ask again\.$/],
    ['2036-05-25T08:00:00.001Z', /which works until Jun 1, 2036, 8:00\sAM\.$/],
  ])('counts the week from the first seal, at %s', async (sealConfirmedAt, words) => {
    opensIn(2, { sealConfirmedBy: [me._id], sealConfirmedAt });
    open('/memories/k1');
    expect(await screen.findByText(words)).toBeVisible();
  });
});

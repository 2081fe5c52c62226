import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data, refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

/** Answers that the test gives in any order, by the place of their call. */
let answers: ((answer: Response) => void)[];

const later = (): Promise<Response> => new Promise((resolve) => void answers.push(resolve));
const isAsked = (times: number) => waitFor(() => expect(answers).toHaveLength(times));
const give = (at: number, answer: Response) => act(async () => answers[at]?.(answer));

/** Waits for the sentences of failed calls, and for the page behind them. */
async function failed(times = 1): Promise<void> {
  await waitFor(() => expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(times));
  await act(async () => undefined);
}

beforeEach(() => {
  answers = [];
  remember(server.api);
});

async function openSection(section: string) {
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: `Configure ${section}` }));
  return within(await screen.findByRole('dialog', { name: section }));
}

describe('of two settings that are changed at once', () => {
  it('one that fails takes back itself alone', async () => {
    server.http.use(http.put('*/api/users/settings', later));
    const dialog = await openSection('Privacy & Security');
    const receipts = dialog.getByRole('switch', { name: /^Read receipts/ });
    const typing = dialog.getByRole('switch', { name: /^Typing/ });
    await waitFor(() => expect(receipts).toBeEnabled());
    await userEvent.click(receipts);
    await userEvent.click(typing);
    await isAsked(2);
    await give(1, data(mergeSettings(DEFAULT_SETTINGS, { privacy: { typing: false } })));
    await give(0, refusal('UNAVAILABLE'));
    await failed();
    await waitFor(() => expect(receipts).toBeChecked());
    expect(typing).not.toBeChecked();
  });

  it('the later one of the same stays, in the order of their presses', async () => {
    server.http.use(http.put('*/api/users/settings', later));
    const dialog = await openSection('Privacy & Security');
    const receipts = dialog.getByRole('switch', { name: /^Read receipts/ });
    await waitFor(() => expect(receipts).toBeEnabled());
    for (const _press of [1, 2, 3]) await userEvent.click(receipts);
    await isAsked(3);
    await give(2, data(mergeSettings(DEFAULT_SETTINGS, { privacy: { readReceipts: false } })));
    await give(1, refusal('UNAVAILABLE'));
    await failed();
    expect(receipts).not.toBeChecked();
    await give(0, refusal('INTERNAL'));
    await failed(2);
    expect(receipts).not.toBeChecked();
  });

  it('a failed choice of questions brings back nothing over the later one', async () => {
    server.http.use(http.put('*/api/daily-question/preferences', later));
    const dialog = await openSection('Relationship');
    const boxes = [
      await dialog.findByRole('checkbox', { name: 'Dreams' }),
      dialog.getByRole('checkbox', { name: 'Fun' }),
    ];
    const checked = () => boxes.map((box) => box.matches(':checked'));
    const before = checked();
    for (const box of boxes) await userEvent.click(box);
    await isAsked(2);
    const chosen = before.map((isChecked) => !isChecked);
    await waitFor(() => expect(checked()).toEqual(chosen));
    // The reload after both fails too.
    server.http.use(http.get('*/api/daily-question/preferences', () => HttpResponse.error()));
    await give(0, refusal('UNAVAILABLE'));
    await failed();
    expect(checked()).toEqual(chosen);
    await give(1, refusal('UNAVAILABLE'));
    await waitFor(() => expect(checked()).toEqual(before));
  });
});

describe('of two time zones that are chosen at once', () => {
  it('the failed one brings back nothing over the later one', async () => {
    server.http.use(http.patch('*/api/partners/timezone', later));
    const dialog = await openSection('Relationship');
    const box = await dialog.findByRole('combobox', { name: 'Time zone' });
    for (const [at, place] of ['tokyo', 'new yor'].entries()) {
      await userEvent.tripleClick(box);
      await userEvent.paste(place);
      await userEvent.keyboard('{ArrowDown}{Enter}');
      await isAsked(at + 1);
    }
    server.http.use(http.get('*/api/partners/status', () => HttpResponse.error()));
    await give(0, refusal('UNAVAILABLE'));
    await failed();
    expect(box).toHaveValue('America/New York');
    await give(1, refusal('UNAVAILABLE'));
    await waitFor(() => expect(box).toHaveValue('UTC'));
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { refusal } from './api-server.js';
import { data, useDailyQuestion } from './daily-question-page.js';

const { server, sent, open } = useDailyQuestion();

describe('the settings of the daily question', () => {
  const put = (answer: (body: Record<string, unknown>) => Response) =>
    server.http.use(
      http.put('*/api/daily-question/preferences', async ({ request }) => {
        const body: Record<string, unknown> = Object(await request.json());
        sent.push({ path: '/preferences', body });
        return answer(body);
      }),
    );

  const relationship = async () => {
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    return within(
      await within(await screen.findByRole('dialog', { name: 'Relationship' })).findByRole('region', {
        name: 'Daily question',
      }),
    );
  };

  it('offer categories, of which sensitive ones need both partners', async () => {
    put((body) => data((server.api.dailyPreferences = { ...server.api.dailyPreferences, ...body })));
    const panel = await relationship();
    expect(await panel.findByText(/These need both of you/)).toBeVisible();
    expect(panel.getByRole('checkbox', { name: 'Closeness' })).not.toBeChecked();
    await userEvent.click(panel.getByRole('checkbox', { name: 'Closeness' }));
    await waitFor(() => expect(panel.getByRole('checkbox', { name: 'Closeness' })).toBeChecked());
    await userEvent.click(panel.getByRole('checkbox', { name: 'Dreams' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.body['categories']).toEqual(expect.arrayContaining(['intimacy', 'dreams', 'fun']));
    expect(sent[1]?.body['categories']).toEqual(expect.arrayContaining(['intimacy', 'fun']));
    expect(sent[1]?.body['categories']).not.toContain('dreams');
  });

  it('apply to both and follow the partner’s changes', async () => {
    put(() => {
      server.api.dailyPreferences = {
        ...server.api.dailyPreferences,
        rhythmShown: true,
        holiday: { until: '2027-01-20' },
        version: 2,
      };
      return refusal('VERSION_CONFLICT');
    });
    const panel = await relationship();
    await userEvent.click(await panel.findByRole('switch', { name: /Show our rhythm/ }));
    expect(await screen.findByText(/Your partner has just changed this/)).toBeInTheDocument();
    expect(await panel.findByText(/On holiday until/)).toBeVisible();
    expect(panel.getByRole('switch', { name: /Show our rhythm/ })).toBeChecked();
    put((body) =>
      data((server.api.dailyPreferences = { ...server.api.dailyPreferences, ...body, holiday: null, version: 3 })),
    );
    await userEvent.click(panel.getByRole('button', { name: 'End the holiday' }));
    expect(await panel.findByRole('button', { name: 'Start the holiday' })).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({ holiday: null, version: 2 });
  });

  it('include a reminder time for each partner', async () => {
    server.http.use(
      http.put('*/api/users/settings', async ({ request }) => {
        sent.push({ path: '/settings', body: Object(await request.json()) });
        return refusal('UNAVAILABLE');
      }),
    );
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Notifications' }));
    const field = await screen.findByLabelText('Daily question time');
    await waitFor(() => expect(field).toBeEnabled());
    expect(field).toHaveValue('19:00');
    await userEvent.clear(field);
    await userEvent.type(field, '07:30');
    await userEvent.tab();
    await waitFor(() =>
      expect(sent).toEqual([
        { path: '/settings', body: { settings: { notifications: { dailyQuestionTime: '07:30' } } } },
      ]),
    );
  });
});

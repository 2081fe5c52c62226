import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { open, remember, useApi } from './pages.js';

const server = useApi();

beforeEach(() => remember(server.api));

const PAGES = [
  ['/memories/x', 'capsules/x', 'This capsule does not exist any more', 'All memories'],
  ['/challenges/x', 'challenges/x', 'This challenge does not exist any more', 'All challenges'],
  ['/challenges?tab=goals&goal=x', 'goals/x', 'This goal is not here any more', 'All goals'],
  ['/challenges?tab=stories&story=x', 'stories/sessions/x', 'This story is not here any more', 'All stories'],
  ['/challenges?tab=lists&list=x', 'lists/x/sync', 'This list is not here any more', 'All lists'],
] as const;

const REFUSALS = [
  ['that is no id', 400, 'VALIDATION_FAILED'],
  ['of somebody else', 403, 'ACCESS_DENIED'],
  ['that does not exist', 404, 'NOT_FOUND'],
] as const;

const answer = (path: string, status: number, code: string) =>
  server.http.use(
    http.get(`*/api/${path}`, () => HttpResponse.json({ success: false, code, message: 'no' }, { status })),
  );

describe.each(PAGES)('the page %s', (path, call, title, back) => {
  it.each(REFUSALS)('says of an id %s that it is not there, and leads back', async (_which, status, code) => {
    answer(call, status, code);
    open(path);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText('It may have been deleted, or it belongs to somebody else.')).toBeVisible();
    expect(screen.getByRole('link', { name: back })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('offers another attempt when the server has failed', async () => {
    answer(call, 503, 'UNAVAILABLE');
    open(path);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  });
});

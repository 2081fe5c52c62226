import type { HiddenMemory, OnThisDayItem, OnThisDayMemory, OnThisDayView } from '@duet/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { data } from './api-server.js';
import { aFile, aText } from './capsules.js';
import { aMessage, me, partner } from './chat-server.js';
import { remember, useApi } from './pages.js';

export const item = (seq: number, yearsAgo: number, more: object = {}): OnThisDayItem => {
  const date = `${2026 - yearsAgo}-11-21`;
  return {
    yearsAgo,
    date,
    message: {
      ...aMessage(seq, seq % 2 ? me : partner),
      chatId: 'c1',
      createdAt: `${date}T10:00:00.000Z`,
      content: `memory ${seq}`,
      ...more,
    },
  };
};

export const memory = (id: string, yearsAgo: number, text: string | null): OnThisDayMemory => {
  const date = `${2026 - yearsAgo}-11-21`;
  const contribution = aText({
    _id: `${id}-${text}`,
    capsuleId: id,
    author: partner._id,
    text: text ?? '',
    place: { label: 'Lisbon' },
    happenedAt: date,
    createdAt: `${date}T10:00:00.000Z`,
  });
  const capsule = { _id: id, title: `Capsule ${id}`, emoji: '🌊' };
  return { yearsAgo, date, capsule, contribution: text === null ? null : contribution };
};

export const choose = async (scope: HTMLElement, label: RegExp, entry: string): Promise<void> => {
  await userEvent.click(within(scope).getByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

/** A server with "On this day", which begins switched on and empty. */
export function useOnThisDay() {
  const server = useApi();
  const scene = {
    server,
    enabled: true,
    items: [] as OnThisDayItem[],
    memories: [] as OnThisDayMemory[],
    exclusions: [] as HiddenMemory[],
    /** What the app asked the server to hide, in order. */
    hidden: [] as object[],
  };
  beforeEach(() => {
    Object.assign(scene, { enabled: true, items: [], memories: [], exclusions: [], hidden: [] });
    remember(server.api);
    server.http.use(
      http.get('*/api/memories/on-this-day', () =>
        data({
          enabled: scene.enabled,
          day: '2026-11-21',
          until: '2126-01-01T00:00:00.000Z',
          items: scene.enabled ? scene.items : [],
          memories: scene.enabled ? scene.memories : [],
        } satisfies OnThisDayView),
      ),
      http.put('*/api/memories/on-this-day', async ({ request }) => {
        ({ enabled: scene.enabled } = Object(await request.json()));
        return data({ enabled: scene.enabled });
      }),
      http.post('*/api/memories/on-this-day/hide', async ({ request }) => {
        const what = Object(await request.json());
        scene.hidden.push(what);
        scene.items = scene.items.filter(
          ({ message, date }) => message._id !== what.messageId && !(what.from <= date && date <= what.to),
        );
        scene.memories = scene.memories.filter(
          ({ capsule, date }) => capsule._id !== what.capsuleId && !(what.from <= date && date <= what.to),
        );
        return data({ _id: 'e', kind: 'period', from: '2025-01-01', to: '2025-01-01' });
      }),
      http.post<never, { ids: string[] }>('*/api/capsules/:id/links', async ({ request }) =>
        data({ files: (await request.json()).ids.map((id) => ({ id, file: aFile(id) })) }),
      ),
      http.get('*/api/memories/on-this-day/exclusions', () =>
        data({ enabled: scene.enabled, exclusions: scene.exclusions }),
      ),
      http.delete('*/api/memories/on-this-day/exclusions/:id', ({ params }) => {
        scene.exclusions = scene.exclusions.filter(({ _id }) => _id !== params['id']);
        return data({ done: true });
      }),
    );
  });
  return scene;
}

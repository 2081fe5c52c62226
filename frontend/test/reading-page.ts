import { DEFAULT_SETTINGS, type SettingsChange, mergeSettings } from '@duet/contracts/plain';
import { screen } from '@testing-library/react';
import { HttpResponse, http as route } from 'msw';
import { useConversationPage } from './conversations.js';

export const findLog = (): Promise<HTMLElement> => screen.findByRole('log');

export const looks = (isThere: boolean): void => void jest.spyOn(document, 'hasFocus').mockReturnValue(isThere);

/** A conversation whose reader may look at the page or not, and has settings. */
export function useReadingPage() {
  const page = useConversationPage();

  afterEach(() => jest.restoreAllMocks());

  const prefers = (change: SettingsChange): void =>
    page.http.use(
      route.get('*/api/users/settings', () =>
        HttpResponse.json({ success: true, data: mergeSettings(DEFAULT_SETTINGS, change) }),
      ),
    );

  return { page, prefers };
}

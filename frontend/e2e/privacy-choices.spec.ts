import { type Locator, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { Chat, requestPartner, aCouple, browse, messageHistory, register, newPerson } from './people.js';
import { test } from './test.js';

async function openPrivacy(page: Page): Promise<Locator> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Privacy & Security' }).click();
  return page.getByRole('dialog', { name: 'Privacy & Security' });
}

async function turnOnTranscripts(page: Page): Promise<Locator> {
  const panel = await openPrivacy(page);
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/users/settings') && response.request().method() === 'PUT',
  );
  await panel.getByRole('switch', { name: /Transcripts of voice notes/ }).press('Space');
  expect((await saved).ok()).toBe(true);
  return panel;
}

/**
 * Fakes on-device speech recognition, because Chromium has no language packs here. It recognises two phrases as soon as it
 * gets a microphone track.
 */
function fakeSpeechRecognition(): void {
  class Speech extends EventTarget {
    // This static property shows that the browser supports on-device recognition.
    get processLocally(): boolean {
      return Reflect.get(this, 'isLocal') === true;
    }
    set processLocally(value: boolean) {
      Reflect.set(this, 'isLocal', value);
    }
    start(track: MediaStreamTrack): void {
      if (!this.processLocally || track.kind !== 'audio') return;
      const results = ['Wait for me', 'at the lighthose'].map((transcript) => [{ transcript }]);
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('result'), { results })));
    }
    stop(): void {
      queueMicrotask(() => this.dispatchEvent(new Event('end')));
    }
    abort(): void {
      this.stop();
    }
  }
  Object.assign(Speech, {
    available: async ({ processLocally }: { processLocally: boolean }): Promise<string> =>
      processLocally ? 'available' : 'unavailable',
    install: async (): Promise<boolean> => true,
  });
  Object.assign(window, { SpeechRecognition: Speech });
}

test('a conversation starts with the shorter default of the two for disappearing messages and shows it to both', async ({
  browser,
}) => {
  const [mira, jonas] = await Promise.all([register(newPerson('Mira')), register(newPerson('Jonas'))]);
  const choose = async (page: Page, time: string): Promise<void> => {
    const panel = await openPrivacy(page);
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/users/settings') && response.request().method() === 'PUT',
    );
    await panel
      .getByRole('radiogroup', { name: 'New conversations start with disappearing messages' })
      .getByText(time, { exact: true })
      .click();
    expect((await saved).ok()).toBe(true);
  };
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  await choose(hers, '30 days');
  await choose(his, '1 day');

  await requestPartner(mira, jonas);
  await his.goto('/dashboard');
  await his.getByRole('tab', { name: /Requests/ }).click();
  // The next page would end the call.
  const accepted = his.waitForResponse(
    (response) => response.url().includes('/api/partners/') && response.request().method() !== 'GET',
  );
  await his.getByRole('button', { name: 'Accept' }).click();
  expect((await accepted).ok()).toBe(true);
  const hisChat = await Chat.open(his, 'Mira');
  await expect(
    hisChat.log.getByText('Messages here disappear after 1 day, as you chose for new conversations'),
  ).toBeVisible();
  const herChat = await Chat.open(hers, 'Jonas');
  await expect(
    herChat.log.getByText('Messages here disappear after 1 day, as Jonas chose for new conversations'),
  ).toBeVisible();
  await herChat.send('gone tomorrow');
  await expect(hisChat.log.getByText('gone tomorrow')).toBeVisible();
  const [, message] = await messageHistory(mira);
  expect(Date.parse(message?.expiresAt ?? '') - Date.parse(message?.createdAt ?? '')).toBe(24 * 3_600_000);
});

test('a voice note is transcribed on the device, corrected, and read and found by the partner', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await hers.addInitScript(fakeSpeechRecognition);
  await expect(
    (await turnOnTranscripts(hers)).getByText('This browser can write down English, the language of your account.'),
  ).toBeVisible();
  const his = await browse(browser, jonas);
  await expect((await turnOnTranscripts(his)).getByText(/^Off on this device/)).toBeVisible();
  await expectAccessible(his, 'what one sends, in Settings');

  const chat = await Chat.open(hers, 'Jonas');
  await hers.getByRole('button', { name: 'Record a voice note' }).click();
  const recorder = hers.getByRole('group', { name: 'Voice recorder' });
  await expect(recorder.getByRole('timer')).not.toHaveText('0:00');
  await hers.getByRole('button', { name: 'Stop and listen' }).click();
  const words = recorder.getByRole('textbox', { name: 'Transcript' });
  await expect(words).toHaveValue('Wait for me at the lighthose');
  await expectAccessible(hers, 'a transcript before it is sent');
  await words.fill('Wait for me at the lighthouse');
  await hers.getByRole('button', { name: 'Send voice note' }).click();
  await expect(chat.log.getByRole('button', { name: 'Show transcript' })).toBeVisible();

  const hisChat = await Chat.open(his, 'Mira');
  await hisChat.log.getByRole('button', { name: 'Show transcript' }).click();
  await expect(hisChat.log.getByText('Wait for me at the lighthouse')).toBeVisible();
  await expectAccessible(his, 'a voice note with its transcript');
  await expect
    .poll(async () => (await messageHistory(jonas)).map(({ attachments }) => attachments[0]?.transcript))
    .toEqual(['Wait for me at the lighthouse']);
  await his.keyboard.press('Control+k');
  await his.keyboard.type('lightho');
  await expect(his.getByRole('link', { name: /Wait for me at the lighthouse/ })).toBeVisible();
});

import type { MessageView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { log } from './conversations.js';
import { anAttachment, useMediaPage } from './media-page.js';

const page = useMediaPage();

describe('voice notes', () => {
  const aNote = (seq: number, from: typeof me | typeof partner, more: Partial<MessageView> = {}): MessageView =>
    aMessage(seq, from, {
      content: '',
      messageType: 'voice',
      voiceStatus: 'ready',
      attachments: [
        anAttachment(`v${seq}`, 'voice', { duration: 12, waveform: Array.from({ length: 20 }, () => 0.5) }),
      ],
      ...more,
    });
  const notes = (): HTMLElement[] => within(log()).getAllByRole('group', { name: /^Voice note/ });

  it('play one at a time, are marked as played and continue with the next unplayed one', async () => {
    page.server.messages = [
      aNote(1, partner),
      aNote(2, me),
      aNote(3, partner),
      aNote(4, partner, { voiceStatus: 'played' }),
    ];
    const sounds: HTMLAudioElement[] = [];
    jest.spyOn(globalThis, 'Audio').mockImplementation(() => {
      const made = document.createElement('audio');
      sounds.push(made);
      return made;
    });
    page.open();
    await screen.findByRole('log');
    const [first, , third] = notes();
    if (!first || !third) throw new Error('no notes');
    expect(within(first).getByText('New')).toBeVisible();
    await userEvent.click(within(first).getByRole('button', { name: 'Play voice note' }));
    expect(await within(first).findByRole('button', { name: 'Pause voice note' })).toBeVisible();
    await waitFor(() => expect(page.played).toEqual(['m1']));
    await waitFor(() => expect(within(first).queryByText('New')).not.toBeInTheDocument());
    act(() => void sounds[0]?.dispatchEvent(new Event('ended')));
    expect(await within(third).findByRole('button', { name: 'Pause voice note' })).toBeVisible();
    expect(within(first).getByRole('button', { name: 'Play voice note' })).toBeVisible();
    await waitFor(() => expect(page.played).toEqual(['m1', 'm3']));
    // No unplayed one is left.
    act(() => void sounds[0]?.dispatchEvent(new Event('ended')));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pause voice note' })).not.toBeInTheDocument());
    expect(sounds).toHaveLength(1);
  });

  it('can be sought by keyboard, keep their speed and show their processing state', async () => {
    page.server.messages = [
      aNote(1, partner, { voiceStatus: 'processing' }),
      aNote(2, partner, { voiceStatus: 'failed' }),
      aNote(3, me, { voiceStatus: 'played' }),
    ];
    page.open();
    await screen.findByRole('log');
    const [processing, failed, mine] = notes();
    if (!processing || !failed || !mine) throw new Error('no notes');
    expect(within(processing).getByText('Processing…')).toBeVisible();
    expect(within(processing).getByRole('button', { name: 'Play voice note' })).toBeDisabled();
    expect(within(failed).getByText('Could not be prepared')).toBeVisible();
    expect(within(mine).getByText('Played')).toBeVisible();
    const slider = within(mine).getByRole('slider', { name: 'Position in the voice note' });
    act(() => slider.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}');
    expect(slider).toHaveAttribute('aria-valuetext', '7 seconds of 12 seconds');
    await userEvent.click(within(mine).getByRole('button', { name: 'Speed 1 times' }));
    expect(within(processing).getByRole('button', { name: 'Speed 1.5 times' })).toBeVisible();
    expect(localStorage.getItem('duet-voice-rate')).toBe('1.5');
    // The update arrives as a live event.
    act(() =>
      page.wire.deliver('voice_status_update', {
        chatId: CHAT,
        messageId: 'm1',
        status: 'ready',
        userId: partner._id,
        rev: 4,
        message: { ...aNote(1, partner), rev: 4 },
      }),
    );
    await waitFor(() => expect(within(processing).getByRole('button', { name: 'Play voice note' })).toBeEnabled());
  });

  it('show the specified text when there is no microphone', async () => {
    Object.assign(window, { MediaRecorder: class {} });
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    });
    page.open();
    await userEvent.click(await screen.findByRole('button', { name: 'Record a voice note' }));
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText('Could not access microphone. Please check permissions.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Message Bob', { selector: 'textarea' })).toBeVisible();
    Reflect.deleteProperty(window, 'MediaRecorder');
  });
});

import { notifiableFrom, shouldNotify } from './notification-policy.js';
import {
  DEFAULT_SETTINGS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type SettingsChange,
  mergeSettings,
} from './settings.js';

const withNotices = (notifications: NonNullable<SettingsChange['notifications']>) =>
  mergeSettings(DEFAULT_SETTINGS, { notifications });

const quiet = (from: string, to: string, enabled = true) => withNotices({ quietHours: { enabled, from, to } });

const utc = (time: string) => new Date(`2026-03-10T${time}Z`);

describe('shouldNotify', () => {
  it('follows the matrix for each kind and channel', () => {
    for (const kind of NOTIFICATION_KINDS) {
      for (const channel of NOTIFICATION_CHANNELS) {
        for (const on of [true, false]) {
          expect(
            shouldNotify(withNotices({ matrix: { [kind]: { [channel]: on } } }), kind, channel, utc('12:00:00'), 'UTC'),
          ).toBe(on);
        }
      }
    }
  });

  it.each<[from: string, to: string, at: string, notifies: boolean]>([
    ['22:00', '08:00', '21:59:59.999', true],
    ['22:00', '08:00', '22:00:00', false],
    ['22:00', '08:00', '23:59:59', false],
    ['22:00', '08:00', '00:00:00', false],
    ['22:00', '08:00', '07:59:59.999', false],
    ['22:00', '08:00', '08:00:00', true],
    ['13:00', '14:30', '12:59:59', true],
    ['13:00', '14:30', '13:00:00', false],
    ['13:00', '14:30', '14:29:59', false],
    ['13:00', '14:30', '14:30:00', true],
    ['00:00', '00:01', '00:00:30', false],
    ['08:00', '08:00', '08:00:00', true],
  ])('answers for quiet hours %s to %s at %s: %s', (from, to, at, notifies) => {
    expect(shouldNotify(quiet(from, to), 'messages', 'inApp', utc(at), 'UTC')).toBe(notifies);
    expect(shouldNotify(quiet(from, to, false), 'messages', 'inApp', utc(at), 'UTC')).toBe(true);
  });

  it.each([
    ['Asia/Kolkata', '16:29:00', true],
    ['Asia/Kolkata', '16:30:00', false],
    ['America/Los_Angeles', '04:59:00', true],
    ['America/Los_Angeles', '05:00:00', false],
  ])('applies quiet hours in the time zone %s at %s UTC', (zone, at, notifies) => {
    expect(shouldNotify(quiet('22:00', '08:00'), 'messages', 'push', utc(at), zone)).toBe(notifies);
  });

  it('silences the partner while muted, but not reminders', () => {
    const muted = withNotices({ mutedUntil: '2026-03-10T12:00:00.000Z' });
    for (const kind of NOTIFICATION_KINDS)
      expect(shouldNotify(muted, kind, 'inApp', utc('11:59:59'), 'UTC')).toBe(kind === 'reminders');
    expect(shouldNotify(muted, 'messages', 'inApp', utc('12:00:00'), 'UTC')).toBe(true);
  });
});

describe('notifiableFrom', () => {
  it('is null when the channel is off', () => {
    expect(notifiableFrom(DEFAULT_SETTINGS, 'messages', 'email', utc('12:00:00'), 'UTC')).toBeNull();
  });

  it('is the end of the quiet hours, across midnight and to the millisecond', () => {
    expect(notifiableFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('23:15:30.250'), 'UTC')).toEqual(
      new Date('2026-03-11T08:00:00Z'),
    );
    expect(notifiableFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('03:00:00'), 'Asia/Tokyo')).toEqual(
      utc('03:00:00'),
    );
    expect(notifiableFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('16:00:00'), 'Asia/Tokyo')).toEqual(
      utc('23:00:00'),
    );
  });

  it('is after both the mute and the quiet hours', () => {
    const settings = withNotices({ mutedUntil: '2026-03-10T23:00:00.000Z', quietHours: { enabled: true } });
    expect(notifiableFrom(settings, 'partner', 'email', utc('20:00:00'), 'UTC')).toEqual(
      new Date('2026-03-11T08:00:00Z'),
    );
  });

  it('uses the time zone of the device by default', () => {
    const at = new Date(2026, 2, 10, 23, 0);
    expect(notifiableFrom(quiet('22:00', '08:00'), 'messages', 'inApp', at)).toEqual(new Date(2026, 2, 11, 8, 0));
  });
});

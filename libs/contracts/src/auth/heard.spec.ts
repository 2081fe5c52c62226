import { heardFrom, isHeard } from './heard.js';
import { DEFAULT_SETTINGS, NOTIFICATION_CHANNELS, NOTIFICATION_KINDS, type SettingsChange, mergeSettings } from './settings.js';

const withNotices = (notifications: NonNullable<SettingsChange['notifications']>) => mergeSettings(DEFAULT_SETTINGS, { notifications });

const quiet = (from: string, to: string, enabled = true) => withNotices({ quietHours: { enabled, from, to } });

const utc = (time: string) => new Date(`2026-03-10T${time}Z`);

describe('whether something is heard', () => {
  it('is what the matrix says, for each kind and channel', () => {
    for (const kind of NOTIFICATION_KINDS) {
      for (const channel of NOTIFICATION_CHANNELS) {
        for (const on of [true, false]) {
          expect(isHeard(withNotices({ matrix: { [kind]: { [channel]: on } } }), kind, channel, utc('12:00:00'), 'UTC')).toBe(on);
        }
      }
    }
  });

  it.each<[from: string, to: string, at: string, heard: boolean]>([
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
  ])('with quiet hours %s to %s at %s: %s', (from, to, at, heard) => {
    expect(isHeard(quiet(from, to), 'messages', 'inApp', utc(at), 'UTC')).toBe(heard);
    expect(isHeard(quiet(from, to, false), 'messages', 'inApp', utc(at), 'UTC')).toBe(true);
  });

  it.each([
    ['Asia/Kolkata', '16:29:00', true],
    ['Asia/Kolkata', '16:30:00', false],
    ['America/Los_Angeles', '04:59:00', true],
    ['America/Los_Angeles', '05:00:00', false],
  ])('counts quiet hours by the clock of %s: at %s UTC', (zone, at, heard) => {
    expect(isHeard(quiet('22:00', '08:00'), 'messages', 'push', utc(at), zone)).toBe(heard);
  });

  it('is nothing from the partner while muted; the app still reminds', () => {
    const muted = withNotices({ mutedUntil: '2026-03-10T12:00:00.000Z' });
    for (const kind of NOTIFICATION_KINDS) expect(isHeard(muted, kind, 'inApp', utc('11:59:59'), 'UTC')).toBe(kind === 'reminders');
    expect(isHeard(muted, 'messages', 'inApp', utc('12:00:00'), 'UTC')).toBe(true);
  });
});

describe('when something is heard', () => {
  it('is never where the channel is off', () => {
    expect(heardFrom(DEFAULT_SETTINGS, 'messages', 'email', utc('12:00:00'), 'UTC')).toBeNull();
  });

  it('is when the quiet hours end, over midnight and to the millisecond', () => {
    expect(heardFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('23:15:30.250'), 'UTC')).toEqual(new Date('2026-03-11T08:00:00Z'));
    expect(heardFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('03:00:00'), 'Asia/Tokyo')).toEqual(utc('03:00:00'));
    expect(heardFrom(quiet('22:00', '08:00'), 'partner', 'email', utc('16:00:00'), 'Asia/Tokyo')).toEqual(utc('23:00:00'));
  });

  it('is when both the mute and the quiet hours in which it ends are over', () => {
    const settings = withNotices({ mutedUntil: '2026-03-10T23:00:00.000Z', quietHours: { enabled: true } });
    expect(heardFrom(settings, 'partner', 'email', utc('20:00:00'), 'UTC')).toEqual(new Date('2026-03-11T08:00:00Z'));
  });

  it('goes by the clock of the device where no zone is given', () => {
    const at = new Date(2026, 2, 10, 23, 0);
    expect(heardFrom(quiet('22:00', '08:00'), 'messages', 'inApp', at)).toEqual(new Date(2026, 2, 11, 8, 0));
  });
});

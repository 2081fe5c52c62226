import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import {
  DEFAULT_SETTINGS,
  NOTIFICATION_KINDS,
  type SettingsChange,
  UpdateSettingsDto,
  mergeSettings,
} from '../index.js';

const refusedChange = async (settings: object): Promise<boolean> =>
  (
    await validate(plainToInstance(UpdateSettingsDto, { settings }), {
      whitelist: true,
      forbidNonWhitelisted: true,
    })
  ).length > 0;

const refused = (privacy: object): Promise<boolean> => refusedChange({ privacy });

it.each([
  [{ disappearingDefault: null }, false],
  [{ disappearingDefault: 3_600 }, false],
  [{ disappearingDefault: 2_592_000 }, false],
  [{ disappearingDefault: 3_601 }, true],
  [{ disappearingDefault: '3600' }, true],
  [{ disappearingDefault: 0 }, true],
  [{ transcripts: true, keepExif: true }, false],
  [{ transcripts: null }, true],
  [{ transcripts: 'true' }, true],
  [{ keepExif: 1 }, true],
  [{ keepGps: true }, true],
])('validates the privacy settings %j (refused: %s)', async (privacy, answer) => {
  expect(await refused(privacy)).toBe(answer);
});

it('switches disappearing messages, transcripts and picture metadata off by default', () => {
  expect(DEFAULT_SETTINGS.privacy).toMatchObject({ disappearingDefault: null, transcripts: false, keepExif: false });
});

it('merges one setting without changing others, and removes a duration that is null', () => {
  const first = mergeSettings(DEFAULT_SETTINGS, { privacy: { disappearingDefault: 86_400, keepExif: true } });
  const next = mergeSettings(first, { privacy: { transcripts: true } });
  expect(next.privacy).toEqual({
    ...DEFAULT_SETTINGS.privacy,
    disappearingDefault: 86_400,
    keepExif: true,
    transcripts: true,
  });
  expect(mergeSettings(next, { privacy: { disappearingDefault: null } }).privacy).toEqual({
    ...DEFAULT_SETTINGS.privacy,
    keepExif: true,
    transcripts: true,
  });
});

it.each(NOTIFICATION_KINDS)('accepts and merges the channels of %s', async (kind) => {
  const change: SettingsChange = { notifications: { matrix: { [kind]: { push: false, inApp: false } } } };
  expect(await refusedChange(change)).toBe(false);
  const { matrix } = mergeSettings(DEFAULT_SETTINGS, change).notifications;
  expect(matrix[kind]).toMatchObject({ push: false, inApp: false });
});

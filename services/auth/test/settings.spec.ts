import { randomUUID } from 'node:crypto';
import {
  DEFAULT_SETTINGS,
  type PersonSnapshot,
  UpdateSettingsDto,
  getAccountLanguage,
  getSettings,
  updateSettings,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SettingsTold1763733600000 } from '../src/migrations/1763733600000-settings-told.js';
import { LinkPreviewsTold1763744000000 } from '../src/migrations/1763744000000-link-previews-told.js';
import { RunningAuth } from './running-auth.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

/** Any value, as a client might send it. */
const asInput = (settings: unknown): UpdateSettingsDto => Object.assign(new UpdateSettingsDto(), { settings });

describe('settings', () => {
  it('are complete from the start', async () => {
    const { caller } = await auth.person();
    expect(await auth.bus.call(getSettings, {}, caller)).toEqual(DEFAULT_SETTINGS);
  });

  it('give the language alone without a session', async () => {
    const { caller, account } = await auth.person();
    expect(await auth.bus.call(getAccountLanguage, { userId: account.id })).toEqual({ language: 'en' });
    await auth.bus.call(updateSettings, asInput({ account: { language: 'de' } }), caller);
    expect(await auth.bus.call(getAccountLanguage, { userId: account.id })).toEqual({ language: 'de' });
    expect((await auth.bus.refusal(getAccountLanguage, { userId: randomUUID() })).code).toBe('USER_NOT_FOUND');
  });

  it('change in any part and keep the rest', async () => {
    const { caller } = await auth.person();
    await auth.bus.call(
      updateSettings,
      asInput({ appearance: { theme: 'dark' }, notifications: { matrix: { messages: { push: false } } } }),
      caller,
    );
    const { settings: now } = await auth.bus.call(
      updateSettings,
      asInput({
        notifications: {
          matrix: { messages: { email: true } },
          quietHours: { enabled: true, from: '23:30' },
          mutedUntil: '2030-01-01T00:00:00Z',
        },
      }),
      caller,
    );
    expect(now).toEqual({
      ...DEFAULT_SETTINGS,
      appearance: { ...DEFAULT_SETTINGS.appearance, theme: 'dark' },
      notifications: {
        ...DEFAULT_SETTINGS.notifications,
        matrix: { ...DEFAULT_SETTINGS.notifications.matrix, messages: { inApp: true, push: false, email: true } },
        quietHours: { enabled: true, from: '23:30', to: '08:00', timezone: null },
        mutedUntil: '2030-01-01T00:00:00Z',
      },
    });
    expect(await auth.bus.call(getSettings, {}, caller)).toEqual(now);
    expect(
      (await auth.bus.call(updateSettings, asInput({ notifications: { mutedUntil: null } }), caller)).settings
        .notifications.mutedUntil,
    ).toBeNull();
  });

  it('lose nothing when several devices save different parts simultaneously', async () => {
    const { caller } = await auth.person();
    const changes = [
      { appearance: { accent: 'teal' } },
      { privacy: { typing: false } },
      { notifications: { sound: false } },
      { account: { language: 'de' } },
    ];
    await Promise.all(changes.map((change) => auth.bus.call(updateSettings, asInput(change), caller)));
    const now = await auth.bus.call(getSettings, {}, caller);
    expect([now.appearance.accent, now.privacy.typing, now.notifications.sound, now.account.language]).toEqual([
      'teal',
      false,
      false,
      'de',
    ]);
  });

  it('are published only when other services act on the change', async () => {
    const { caller, account } = await auth.person();
    const published = async (change: object) =>
      (await auth.bus.call(updateSettings, asInput(change), caller)).published;
    expect(await published({ appearance: { theme: 'light' } })).toBeNull();
    expect(await published({ privacy: { findable: 'nobody' } })).toEqual({ userId: account.id, version: 2 });
    expect(await published({ privacy: { findable: 'nobody' } })).toBeNull();
    expect(await published({ privacy: { findable: 'username' } })).toEqual({ userId: account.id, version: 3 });
    await eventually(async () => {
      const events = (await auth.bus.events(userProfileChanged)).filter(({ _id }) => _id === account.id);
      expect(events.map(({ findable, version }) => [findable, version])).toEqual([
        ['nobody', 2],
        ['username', 3],
      ]);
    });
  });

  it('are published with all signals that the user shares, the kinds not to be listed and the parts switched off', async () => {
    const { caller, account } = await auth.person();
    const change = {
      privacy: {
        readReceipts: false,
        typing: false,
        online: false,
        lastSeen: false,
        linkPreviews: false,
        disappearingDefault: 86_400,
      },
      notifications: { matrix: { partner: { inApp: false } } },
      together: { gestures: false, goals: false },
    };
    await auth.bus.call(updateSettings, asInput(change), caller);
    await auth.bus.call(
      updateSettings,
      asInput({
        notifications: { matrix: { partner: { email: false } } },
        privacy: { transcripts: true, keepExif: true },
      }),
      caller,
    );
    await eventually(async () => {
      const events = (await auth.bus.events(userProfileChanged)).filter(({ _id }) => _id === account.id);
      expect(events).toMatchObject([
        {
          readReceipts: false,
          typing: false,
          online: false,
          lastSeen: false,
          linkPreviews: false,
          disappearingDefault: 86_400,
          unlisted: ['partner'],
          hiddenParts: ['goals', 'gestures'],
          version: 2,
        },
      ]);
    });
  });

  it('that were stored before a kind of notification existed have its defaults', async () => {
    const { caller, account } = await auth.person();
    const settings = { notifications: { matrix: { messages: DEFAULT_SETTINGS.notifications.matrix.messages } } };
    await auth.rows('UPDATE users SET settings = $2 WHERE id = $1', [account.id, JSON.stringify(settings)]);
    const { notifications } = await auth.bus.call(getSettings, {}, caller);
    expect(notifications.matrix.gestures).toEqual({ inApp: true, push: true, email: false });
  });

  it('that were changed before other services used them are published by the migration, and no others', async () => {
    const [silent, unlisted, other] = [await auth.person(), await auth.person(), await auth.person()];
    const store = (person: typeof silent, settings: object) =>
      auth.rows('UPDATE users SET settings = $2 WHERE id = $1', [person.account.id, JSON.stringify(settings)]);
    await store(silent, { privacy: { readReceipts: false, findable: 'username' } });
    await store(unlisted, {
      notifications: { matrix: { partner: { inApp: false, email: true }, messages: { inApp: true } } },
    });
    const runner = auth.app.get<DataSource>(getDataSourceToken()).createQueryRunner();
    await new SettingsTold1763733600000().up(runner);
    await runner.release();
    await eventually(async () => {
      const events = await auth.bus.events(userProfileChanged);
      const of = ({ account }: typeof silent) => events.filter(({ _id }) => _id === account.id);
      const { _id, firstName, lastName, username, email, avatar } = silent.account;
      expect(of(silent)).toEqual([
        {
          _id,
          firstName,
          lastName,
          username,
          email,
          avatar,
          findable: 'username',
          readReceipts: false,
          typing: true,
          online: true,
          unlisted: [],
          version: 2,
        },
      ]);
      expect(of(unlisted)).toMatchObject([
        { findable: 'everyone', readReceipts: true, unlisted: ['partner'], version: 2 },
      ]);
      expect(of(other)).toEqual([]);
    });
  });

  it('that had switched link previews off are published by their migration', async () => {
    const [off, other] = [await auth.person(), await auth.person()];
    const settings = { privacy: { linkPreviews: false, typing: false, disappearingDefault: 3_600 } };
    await auth.rows('UPDATE users SET settings = $2 WHERE id = $1', [off.account.id, JSON.stringify(settings)]);
    const runner = auth.app.get<DataSource>(getDataSourceToken()).createQueryRunner();
    await new LinkPreviewsTold1763744000000().up(runner);
    await runner.release();
    const { _id, firstName, lastName, username, email, avatar } = off.account;
    const event: Omit<PersonSnapshot, 'hiddenParts' | 'lastSeen'> = {
      _id,
      firstName,
      lastName,
      username,
      email,
      avatar,
      findable: 'everyone',
      readReceipts: true,
      typing: false,
      online: true,
      linkPreviews: false,
      disappearingDefault: 3_600,
      unlisted: [],
      dailyQuestionTime: '19:00',
      version: 2,
    };
    await eventually(async () =>
      expect(
        (await auth.bus.events(userProfileChanged)).filter((event) => [_id, other.account._id].includes(event._id)),
      ).toEqual([event]),
    );
  });

  it.each<[string, unknown]>([
    ['settings.notifications.quietHours.timezone', { notifications: { quietHours: { timezone: '+02:00' } } }],
    ['settings.notifications.quietHours.timezone', { notifications: { quietHours: { timezone: null } } }],
    ['settings.colour', { colour: 'red' }],
    ['settings.appearance.colour', { appearance: { colour: 'red' } }],
    ['settings.appearance.theme', { appearance: { theme: 'neon' } }],
    ['settings.appearance.theme', { appearance: { theme: null } }],
    ['settings.appearance', { appearance: null }],
    ['settings.appearance', { appearance: 'dark' }],
    ['settings.appearance', { appearance: [] }],
    ['settings.privacy.typing', { privacy: { typing: 'false' } }],
    ['settings.privacy.findable', { privacy: { findable: { $ne: 'nobody' } } }],
    ['settings.notifications.quietHours.from', { notifications: { quietHours: { from: '24:00' } } }],
    ['settings.notifications.mutedUntil', { notifications: { mutedUntil: 'tomorrow' } }],
    ['settings.notifications.matrix.messages.sms', { notifications: { matrix: { messages: { sms: true } } } }],
    ['settings.notifications.matrix.messages.push', { notifications: { matrix: { messages: { push: 1 } } } }],
    ['settings', null],
    ['settings', 'dark'],
    ['settings', []],
  ])('refuse %s in %j', async (field, settings) => {
    const { caller } = await auth.person();
    const refusal = await auth.bus.refusal(updateSettings, asInput(settings), caller);
    expect({ code: refusal.code, fields: refusal.errors?.map((error) => error.field) }).toEqual({
      code: 'VALIDATION_FAILED',
      fields: [field],
    });
    expect(await auth.bus.call(getSettings, {}, caller)).toEqual(DEFAULT_SETTINGS);
  });
});

import {
  type PersonSnapshot,
  type RegisterDto,
  type SignedIn,
  listRevokedSessions,
  login,
  registerAccount,
  type userRegistered,
} from '@duet/contracts';
import { createService, deadLetterCommands, migrate, runAdmin, withProcess } from '@duet/service-kit';
import {
  type Caller,
  RunningService,
  type StartedService,
  type TestClock,
  aUser,
  eventually,
  startService,
} from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { AuthConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { accountCommands } from '../src/operators/account-commands.js';

export { DAY, HOUR, MINUTE, SECOND } from '@duet/testing';

export interface Person extends SignedIn {
  typed: RegisterDto;
  caller: Caller;
}

async function listening(config: AuthConfig, clock: TestClock): Promise<INestMicroservice> {
  const app = await createService(AppModule.forRoot(config, clock), 'auth', config);
  await app.listen();
  return app;
}

/** auth on real stores, with the people who register there. */
export class RunningAuth extends RunningService<INestMicroservice> {
  private constructor(
    started: StartedService<INestMicroservice>,
    private readonly config: AuthConfig,
  ) {
    super(started);
  }

  static async start(overrides: Partial<AuthConfig> = {}): Promise<RunningAuth> {
    const config = new AuthConfig();
    const started = await startService({
      service: 'auth',
      migrate: (url) => migrate(options(url)),
      start: ({ settings, keys, clock }) => {
        Object.assign(config, settings, {
          JWT_PRIVATE_KEY: keys.privatePem,
          APP_ORIGIN: 'https://duet.example',
          SECOND_FACTOR_KEY: 'a key of this test, thirty-two long',
          ...overrides,
        });
        return listening(config, clock);
      },
      dataSource: (app) => app.get(DataSource),
    });
    return new RunningAuth(started, config);
  }

  /** Restarts the same installation with other settings. */
  async restart(overrides: Partial<AuthConfig>): Promise<void> {
    await this.app.close();
    this.replicas[0] = await listening(Object.assign(new AuthConfig(), this.config, overrides), this.clock);
    await eventually(() => this.bus.call(listRevokedSessions, { since: new Date(0).toISOString() }));
  }

  /** Runs `duet-admin` in a process of its own parts. @param argv options and command, without the operator and the reason */
  admin(...argv: string[]): Promise<string> {
    const { SMTP_URL: _mailServer, ...settings } = this.config;
    return withProcess(
      'auth',
      settings,
      (quiet) => AppModule.forRoot(quiet, this.clock),
      (open) =>
        runAdmin(
          options(this.database.url),
          [...accountCommands(open), ...deadLetterCommands(open)],
          ['--as', 'Olga', '--reason', 'ticket 7', ...argv],
        ),
    );
  }

  /** Registers a person. */
  async person(given: Partial<RegisterDto> = {}): Promise<Person> {
    const typed = aUser(given);
    return this.asCaller(typed, await this.bus.call(registerAccount, typed));
  }

  /** Registers a person whose e-mail address counts as verified. */
  async proved(given: Partial<RegisterDto> = {}): Promise<Person> {
    const person = await this.person(given);
    await this.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);
    return { ...person, account: { ...person.account, emailVerified: true } };
  }

  /** Signs the same person in on another device. */
  async again({ typed }: Person, userAgent = ''): Promise<Person> {
    return this.asCaller(
      typed,
      await this.bus.call(login, { email: typed.email, password: typed.password }, { userAgent }),
    );
  }

  /** The events of this kind about a person. */
  async eventsAbout(id: string, kind: typeof userRegistered): Promise<PersonSnapshot[]> {
    return (await this.bus.events(kind)).filter((event) => event._id === id);
  }

  private asCaller(typed: RegisterDto, signedIn: SignedIn): Person {
    return { ...signedIn, typed, caller: { token: signedIn.token } };
  }
}

import type { CDPSession, Page } from '@playwright/test';

/** The authenticator of a device: it keeps passkeys and knows its owner, who is asked by nothing but `verified`. */
export class Authenticator {
  private constructor(
    private readonly devtools: CDPSession,
    private readonly id: string,
  ) {}

  static async in(page: Page): Promise<Authenticator> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    return new Authenticator(devtools, authenticatorId);
  }

  /** false: a finger that is not the owner's. */
  async verified(isUserVerified: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  /** false: nobody answers the browser's dialog. */
  async answers(enabled: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled });
  }

  async keys(): Promise<number> {
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }
}

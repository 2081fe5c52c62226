import type { CDPSession, Page } from '@playwright/test';

/** A virtual authenticator that stores passkeys and verifies its user without a dialog. */
export class Authenticator {
  private constructor(
    private readonly devtools: CDPSession,
    private readonly id: string,
  ) {}

  static async in(page: Page): Promise<Authenticator> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    return new Authenticator(devtools, authenticatorId);
  }

  /** false: user verification fails, as with a stranger's finger. */
  async verified(isUserVerified: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }

  /** false: the browser's dialog stays unanswered. */
  async answers(enabled: boolean): Promise<void> {
    await this.devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled });
  }

  async keys(): Promise<number> {
    const { credentials } = await this.devtools.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }
}

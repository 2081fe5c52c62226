import { type AddPasskeyDto, LIMITS, type PasskeyCreationOptions, type PasskeyProofDto, type PasskeyRequestOptions } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { User } from '../accounts/user.entity.js';
import { AuthConfig } from '../config.js';
import type { Passkey } from './passkey.entity.js';

const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

const TIMEOUT = LIMITS.passkeyMinutes * 60_000;

type Known = Pick<Passkey, 'credentialId' | 'transports'>;

const descriptor = ({ credentialId, transports }: Known) => ({ type: 'public-key' as const, id: credentialId, transports });

/** A key that an authenticator has just made. */
export type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>;

/** What an authenticator says of itself each time it signs. */
export type KeyState = Pick<Passkey, 'counter' | 'backedUp'>;

/**
 * Duet as authenticators know it: by the origin from the configuration, never by a Host header. Asks, and judges what
 * they answer; whose challenge it was and whose the key is are others' affairs.
 */
@Injectable()
export class RelyingParty {
  private readonly origin: string;
  private readonly id: string;

  constructor(
    @Inject(AuthConfig) config: AuthConfig,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    const { origin, hostname } = new URL(config.APP_ORIGIN);
    this.origin = origin;
    this.id = hostname;
  }

  creation(challenge: string, handle: string, { email, firstName, lastName }: User, held: Known[]): PasskeyCreationOptions {
    return {
      rp: { id: this.id, name: 'Duet' },
      user: { id: handle, name: email, displayName: `${firstName} ${lastName}` },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT,
      excludeCredentials: held.map(descriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  }

  request(challenge: string, held?: Known[]): PasskeyRequestOptions {
    return { rpId: this.id, challenge, timeout: TIMEOUT, ...(held && { allowCredentials: held.map(descriptor) }), userVerification: 'required' };
  }

  /** Which challenge this answers. @throws AppError PASSKEY_INVALID */
  challengeOf({ response }: AddPasskeyDto | PasskeyProofDto): Promise<string> {
    return this.judge(async () => {
      const { challenge } = decodeClientDataJSON(response.clientDataJSON);
      if (typeof challenge !== 'string') throw new Error('an answer to nothing');
      return challenge;
    });
  }

  /** @throws AppError PASSKEY_INVALID */
  made({ id, response }: AddPasskeyDto, challenge: string): Promise<NewKey> {
    return this.judge(async () => {
      refuseFrames(response.clientDataJSON);
      refuseCertificates(response.attestationObject);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        ...this.expected(challenge),
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== id) throw new Error('the key is not what it says');
      const { credential, credentialBackedUp: backedUp } = registrationInfo;
      const { publicKey, counter } = credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter: String(counter), transports: response.transports ?? [], backedUp };
    });
  }

  /** @throws AppError PASSKEY_INVALID */
  shown({ id, response }: PasskeyProofDto, challenge: string, held: Passkey): Promise<KeyState> {
    return this.judge(async () => {
      refuseFrames(response.clientDataJSON);
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        ...this.expected(challenge),
        credential: { id: held.credentialId, publicKey: new Uint8Array(held.publicKey), counter: Number(held.counter) },
      });
      if (!verified) throw new Error('the signature is not right');
      return { counter: String(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp };
    });
  }

  private expected(expectedChallenge: string) {
    return { expectedChallenge, expectedOrigin: this.origin, expectedRPID: this.id, requireUserVerification: true };
  }

  /** The library refuses by throwing, and what it is given was made by whoever asks: nothing of that is our failure. */
  private async judge<Verdict>(work: () => Promise<Verdict>): Promise<Verdict> {
    try {
      return await work();
    } catch (cause) {
      this.log.info({ reason: cause instanceof Error ? cause.message : 'unknown' }, 'a passkey was refused');
      throw new AppError('PASSKEY_INVALID', { cause });
    }
  }
}

/** No page of another origin has a reason to show Duet in a frame. */
function refuseFrames(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('asked in a frame of another origin');
}

/**
 * Who built an authenticator is not asked, so browsers take it out of the answer. Certificates that come all the same
 * are not read: to check one is to fetch lists from addresses that it names.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const plain = attestation.get('fmt') === 'none' || (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!plain) throw new Error('an attestation that nobody asked for');
}

import {
  type AddPasskeyDto,
  LIMITS,
  type PasskeyCreationOptions,
  type PasskeyProofDto,
  type PasskeyRequestOptions,
} from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { User } from '../users/user.entity.js';
import { AuthConfig } from '../config.js';
import type { Passkey } from './passkey.entity.js';

const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

const TIMEOUT = LIMITS.passkeyMinutes * 60_000;

type Known = Pick<Passkey, 'credentialId' | 'transports'>;

const descriptor = ({ credentialId, transports }: Known) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports,
});

/** A key that an authenticator has just created. */
export type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>;

/** The state that an authenticator reports with each signature. */
export type KeyState = Pick<Passkey, 'counter' | 'backedUp'>;

/**
 * The WebAuthn relying party: builds the options for authenticators and verifies their answers. Its origin comes from the
 * configuration, never from a Host header. The callers check the owner of the challenge and of the key.
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

  creation(
    challenge: string,
    handle: string,
    { email, firstName, lastName }: User,
    known: Known[],
  ): PasskeyCreationOptions {
    return {
      rp: { id: this.id, name: 'Duet' },
      user: { id: handle, name: email, displayName: `${firstName} ${lastName}` },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT,
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  }

  request(challenge: string, known?: Known[]): PasskeyRequestOptions {
    return {
      rpId: this.id,
      challenge,
      timeout: TIMEOUT,
      ...(known && { allowCredentials: known.map(descriptor) }),
      userVerification: 'required',
    };
  }

  /** The challenge that an answer was made for. @throws AppError PASSKEY_INVALID */
  challengeOf({ response }: AddPasskeyDto | PasskeyProofDto): Promise<string> {
    return this.refuseErrors(async () => {
      const { challenge } = decodeClientDataJSON(response.clientDataJSON);
      if (typeof challenge !== 'string') throw new Error('client data without a challenge');
      return challenge;
    });
  }

  /** Verifies a new key. @throws AppError PASSKEY_INVALID */
  verifyRegistration({ id, response }: AddPasskeyDto, challenge: string): Promise<NewKey> {
    return this.refuseErrors(async () => {
      refuseFrames(response.clientDataJSON);
      refuseCertificates(response.attestationObject);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        ...this.expected(challenge),
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== id) throw new Error('registration not verified');
      const { credential, credentialBackedUp: backedUp } = registrationInfo;
      const { publicKey, counter } = credential;
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        counter: String(counter),
        transports: response.transports ?? [],
        backedUp,
      };
    });
  }

  /** Verifies a signature by a known key. @throws AppError PASSKEY_INVALID */
  verifyAssertion({ id, response }: PasskeyProofDto, challenge: string, passkey: Passkey): Promise<KeyState> {
    return this.refuseErrors(async () => {
      refuseFrames(response.clientDataJSON);
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        ...this.expected(challenge),
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
        },
      });
      if (!verified) throw new Error('signature not verified');
      return { counter: String(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp };
    });
  }

  private expected(expectedChallenge: string) {
    return { expectedChallenge, expectedOrigin: this.origin, expectedRPID: this.id, requireUserVerification: true };
  }

  /** The library refuses input by throwing. The input comes from the caller, so no error counts as a failure of the service. */
  private async refuseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      this.log.info({ reason: cause instanceof Error ? cause.message : 'unknown' }, 'passkey refused');
      throw new AppError('PASSKEY_INVALID', { cause });
    }
  }
}

/** Duet is never embedded in a page of another origin. */
function refuseFrames(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true)
    throw new Error('called from a frame of another origin');
}

/**
 * Duet does not ask for the authenticator's manufacturer, so browsers remove the attestation. An unrequested certificate is
 * refused unread: verifying it would fetch revocation lists from addresses that it names.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const plain =
    attestation.get('fmt') === 'none' ||
    (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!plain) throw new Error('unrequested attestation');
}

import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { Follows, Trimmed } from '../core/validators.js';
import { ProvePasswordDto } from './second-factor.js';
import type { SignedIn } from './views.js';

/** A passkey in its owner's settings. */
export interface PasskeyView {
  _id: string;
  id: string;
  name: string;
  createdAt: string;
  /** The last sign-in or unlock with it; null before the first one. */
  lastUsedAt: string | null;
  /** Its provider syncs it to other devices. */
  synced: boolean;
}

interface PasskeyDescriptor {
  type: 'public-key';
  id: string;
  transports?: string[];
}

/** The options of `navigator.credentials.create` in the JSON form of WebAuthn: bytes are base64url. */
export interface PasskeyCreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  /** Milliseconds. */
  timeout: number;
  /** The user's existing passkeys, so that no authenticator stores a second one. */
  excludeCredentials: PasskeyDescriptor[];
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' };
  attestation: 'none';
}

/** The options of `navigator.credentials.get`. Without `allowCredentials` the authenticator offers all of its passkeys. */
export interface PasskeyRequestOptions {
  rpId: string;
  challenge: string;
  timeout: number;
  allowCredentials?: PasskeyDescriptor[];
  userVerification: 'required';
}

/** Requires base64url without padding, of at most `max` characters. */
function Bytes64(max: number): PropertyDecorator {
  const rules = [IsString(), MaxLength(max), Matches(/^[\w-]+$/, { message: '$property must be base64url' })];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

/** A credential id has at most 1,023 bytes. */
const ID_LENGTH = 1_364;

class AttestationDto {
  @Bytes64(4_096)
  clientDataJSON!: string;

  /** Key, id and flags. Attestation is neither requested nor accepted. */
  @Bytes64(8_192)
  attestationObject!: string;

  /** The authenticator's transports as the browser names them. Later requests repeat them. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @Matches(/^[a-z-]{1,32}$/, { each: true })
  transports?: string[];
}

/** The verified part of the answer of `navigator.credentials.create`. */
export class AddPasskeyDto {
  @Bytes64(ID_LENGTH)
  id!: string;

  @IsObject()
  @ValidateNested()
  @Type(() => AttestationDto)
  response!: AttestationDto;
}

class AssertionDto {
  @Bytes64(4_096)
  clientDataJSON!: string;

  @Bytes64(2_048)
  authenticatorData!: string;

  @Bytes64(2_048)
  signature!: string;

  /** The user handle. A discoverable passkey always has one. */
  @IsOptional()
  @Bytes64(86)
  userHandle?: string;
}

/** The answer of `navigator.credentials.get`. */
export class PasskeyProofDto {
  @Bytes64(ID_LENGTH)
  id!: string;

  @IsObject()
  @ValidateNested()
  @Type(() => AssertionDto)
  response!: AssertionDto;
}

export class PasskeyNameDto {
  @Trimmed()
  @Follows(rules.passkeyName)
  name!: string;
}

export class RenamePasskeyDto extends PasskeyNameDto {
  @IsUUID()
  id!: string;
}

export class RemovePasskeyDto extends ProvePasswordDto {
  @IsUUID()
  id!: string;
}

/** Lists the caller's passkeys, oldest first. */
export const listPasskeys = defineRpc({
  subject: 'auth.passkey.list',
  access: 'user',
  request: NoInput,
  returns: returns<PasskeyView[]>(),
  errors: [],
});

/** Begins to add a passkey. The challenge is valid once and for five minutes. */
export const beginPasskey = defineRpc({
  subject: 'auth.passkey.begin',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<PasskeyCreationOptions>(),
  errors: ['WRONG_PASSWORD', 'EMAIL_UNVERIFIED', 'TOO_MANY_PASSKEYS', 'USER_NOT_FOUND'],
});

/** Adds a passkey, named after the browser, and mails its owner. */
export const addPasskey = defineRpc({
  subject: 'auth.passkey.add',
  access: 'user',
  request: AddPasskeyDto,
  returns: returns<PasskeyView>(),
  errors: [
    'PASSKEY_INVALID',
    'PASSKEY_EXPIRED',
    'PASSKEY_TAKEN',
    'EMAIL_UNVERIFIED',
    'TOO_MANY_PASSKEYS',
    'USER_NOT_FOUND',
  ],
});

export const renamePasskey = defineRpc({
  subject: 'auth.passkey.rename',
  access: 'user',
  request: RenamePasskeyDto,
  returns: returns<PasskeyView>(),
  errors: ['PASSKEY_NOT_FOUND'],
});

/** Removes a passkey and mails its owner. */
export const removePasskey = defineRpc({
  subject: 'auth.passkey.remove',
  access: 'user',
  request: RemovePasskeyDto,
  returns: returns<Done>(),
  errors: ['WRONG_PASSWORD', 'PASSKEY_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** Begins a sign-in with a passkey. The passkey itself identifies the user. */
export const askPasskeySignIn = defineRpc({
  subject: 'auth.passkey.ask-sign-in',
  access: 'process',
  request: NoInput,
  returns: returns<PasskeyRequestOptions>(),
  errors: [],
});

/** Signs in with a passkey. It combines two factors, so no code is required. */
export const signInWithPasskey = defineRpc({
  subject: 'auth.passkey.sign-in',
  access: 'process',
  request: PasskeyProofDto,
  returns: returns<SignedIn>(),
  errors: ['PASSKEY_INVALID', 'PASSKEY_EXPIRED', 'PASSKEY_UNKNOWN'],
});

/** Confirms that the owner is at the screen, by one of the caller's own passkeys. */
export const askPasskeyConfirm = defineRpc({
  subject: 'auth.passkey.ask-confirm',
  access: 'user',
  request: NoInput,
  returns: returns<PasskeyRequestOptions>(),
  errors: ['PASSKEY_NOT_FOUND'],
});

export const confirmPasskey = defineRpc({
  subject: 'auth.passkey.confirm',
  access: 'user',
  request: PasskeyProofDto,
  returns: returns<Done>(),
  errors: ['PASSKEY_INVALID', 'PASSKEY_EXPIRED', 'PASSKEY_UNKNOWN'],
});

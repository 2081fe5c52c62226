import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, IsString, IsUUID, Matches, MaxLength, ValidateNested } from 'class-validator';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../core/rpc.js';
import { Follows, Trimmed } from '../core/validators.js';
import { ProvePasswordDto } from './second-factor.js';
import type { SignedIn } from './views.js';

/** A passkey as its owner sees it in the settings. */
export interface PasskeyView {
  _id: string;
  id: string;
  name: string;
  createdAt: string;
  /** At a sign-in, or to unlock the app; null until then. */
  lastUsedAt: string | null;
  /** Its provider keeps it on more than the one device. */
  synced: boolean;
}

interface PasskeyDescriptor {
  type: 'public-key';
  id: string;
  transports?: string[];
}

/** What `navigator.credentials.create` is asked with, in the JSON form of WebAuthn: bytes are base64url. */
export interface PasskeyCreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  /** Milliseconds. */
  timeout: number;
  /** Those that the person has: no authenticator holds two. */
  excludeCredentials: PasskeyDescriptor[];
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' };
  attestation: 'none';
}

/** What `navigator.credentials.get` is asked with. Without `allowCredentials` the authenticator offers what it has. */
export interface PasskeyRequestOptions {
  rpId: string;
  challenge: string;
  timeout: number;
  allowCredentials?: PasskeyDescriptor[];
  userVerification: 'required';
}

/** Bytes in base64url without padding, at most `max` characters of it. */
function Bytes64(max: number): PropertyDecorator {
  const held = [IsString(), MaxLength(max), Matches(/^[\w-]+$/, { message: '$property must be base64url' })];
  return (target, property) => {
    for (const rule of held) rule(target, property);
  };
}

/** A credential id has at most 1,023 bytes. */
const ID_LENGTH = 1_364;

class AttestationDto {
  @Bytes64(4_096)
  clientDataJSON!: string;

  /** A key, an id and flags; the proof of who built the authenticator is neither asked for nor taken. */
  @Bytes64(8_192)
  attestationObject!: string;

  /** How the authenticator is reached, in the browser's words; told back to it. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(8)
  @IsString({ each: true })
  @Matches(/^[a-z-]{1,32}$/, { each: true })
  transports?: string[];
}

/** What `navigator.credentials.create` answered, and no more of it than is looked at. */
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

  /** Whose the passkey is, by the name that we gave them; one that lies in the authenticator always says it. */
  @IsOptional()
  @Bytes64(86)
  userHandle?: string;
}

/** What `navigator.credentials.get` answered. */
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

/** The oldest first. */
export const listPasskeys = defineRpc({
  subject: 'auth.passkey.list',
  access: 'user',
  request: NoInput,
  returns: returns<PasskeyView[]>(),
  errors: [],
});

/** The first half of adding one; what it answers is good once and for five minutes. */
export const beginPasskey = defineRpc({
  subject: 'auth.passkey.begin',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<PasskeyCreationOptions>(),
  errors: ['WRONG_PASSWORD', 'TOO_MANY_PASSKEYS', 'USER_NOT_FOUND'],
});

/** Named after the browser it was added in; a mail tells of it. */
export const addPasskey = defineRpc({
  subject: 'auth.passkey.add',
  access: 'user',
  request: AddPasskeyDto,
  returns: returns<PasskeyView>(),
  errors: ['PASSKEY_INVALID', 'PASSKEY_EXPIRED', 'PASSKEY_TAKEN', 'TOO_MANY_PASSKEYS', 'USER_NOT_FOUND'],
});

export const renamePasskey = defineRpc({
  subject: 'auth.passkey.rename',
  access: 'user',
  request: RenamePasskeyDto,
  returns: returns<PasskeyView>(),
  errors: ['PASSKEY_NOT_FOUND'],
});

/** A mail tells of it. */
export const removePasskey = defineRpc({
  subject: 'auth.passkey.remove',
  access: 'user',
  request: RemovePasskeyDto,
  returns: returns<Done>(),
  errors: ['WRONG_PASSWORD', 'PASSKEY_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** For a sign-in: nobody says who they are, the passkey does. */
export const askPasskeySignIn = defineRpc({
  subject: 'auth.passkey.ask-sign-in',
  access: 'public',
  request: NoInput,
  returns: returns<PasskeyRequestOptions>(),
  errors: [],
});

/** Something one has, opened by something one is or knows: both factors in one, so no code is asked for. */
export const signInWithPasskey = defineRpc({
  subject: 'auth.passkey.sign-in',
  access: 'public',
  request: PasskeyProofDto,
  returns: returns<SignedIn>(),
  errors: ['PASSKEY_INVALID', 'PASSKEY_EXPIRED', 'PASSKEY_UNKNOWN'],
});

/** Is whoever is at the screen still the person who signed in? Only the caller's own passkeys count. */
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

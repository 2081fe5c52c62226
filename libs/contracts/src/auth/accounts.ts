import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { confirmPasswordRule, rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { Follows, FollowsRuleOf, Trimmed } from '../core/validators.js';
import type { AccountView, BioView, SignedIn } from './views.js';

export class RegisterDto {
  @Trimmed()
  @Follows(rules.firstName)
  firstName!: string;

  @Trimmed()
  @Follows(rules.lastName)
  lastName!: string;

  @Trimmed()
  @Follows(rules.username)
  username!: string;

  @Trimmed()
  @Follows(rules.email)
  email!: string;

  @Follows(rules.newPassword)
  password!: string;

  @IsOptional()
  @FollowsRuleOf((dto: RegisterDto) => confirmPasswordRule(dto.password))
  confirmPassword?: string;
}

export class LoginDto {
  @Trimmed()
  @Follows(rules.email)
  email!: string;

  @Follows(rules.passwordGiven)
  password!: string;

  /** A code of the authenticator app, or a recovery code. Required after SECOND_FACTOR_REQUIRED. */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  code?: string;
}

export class UpdateProfileDto {
  @IsOptional()
  @Trimmed()
  @Follows(rules.firstName)
  firstName?: string;

  @IsOptional()
  @Trimmed()
  @Follows(rules.lastName)
  lastName?: string;

  @IsOptional()
  @Trimmed()
  @Follows(rules.username)
  username?: string;

  @IsOptional()
  @Follows(rules.bio)
  bio?: string;
}

export class ChangePasswordDto {
  @Follows(rules.passwordGiven)
  currentPassword!: string;

  @Follows(rules.newPassword)
  newPassword!: string;
}

export class ChangeEmailDto {
  @Trimmed()
  @Follows(rules.email)
  email!: string;

  @Follows(rules.passwordGiven)
  password!: string;
}

export class DeleteAccountDto {
  @Follows(rules.passwordGiven)
  password!: string;
}

export const registerAccount = defineRpc({
  subject: 'auth.account.register',
  access: 'process',
  request: RegisterDto,
  returns: returns<SignedIn>(),
  errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'VALIDATION_FAILED'],
});

export const login = defineRpc({
  subject: 'auth.session.login',
  access: 'process',
  request: LoginDto,
  returns: returns<SignedIn>(),
  errors: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'CODE_INVALID'],
});

export const getProfile = defineRpc({
  subject: 'auth.profile.get',
  access: 'user',
  request: NoInput,
  returns: returns<AccountView>(),
  errors: ['USER_NOT_FOUND'],
  tokens: ['session', 'export'],
});

export class FindBioDto {
  @IsUUID()
  userId!: string;
}

/** Returns what a person has written about themselves. The edge makes this call for the partner of its caller, and for nobody else. */
export const findBio = defineRpc({
  subject: 'auth.profile.find-bio',
  access: 'process',
  request: FindBioDto,
  returns: returns<BioView>(),
  errors: ['USER_NOT_FOUND'],
});

export const updateProfile = defineRpc({
  subject: 'auth.profile.update',
  access: 'user',
  request: UpdateProfileDto,
  returns: returns<AccountView>(),
  errors: ['USERNAME_TAKEN', 'USER_NOT_FOUND'],
});

/** Changes the password and ends all trust except the caller's session. */
export const changePassword = defineRpc({
  subject: 'auth.account.change-password',
  access: 'user',
  request: ChangePasswordDto,
  returns: returns<Done>(),
  errors: ['WRONG_PASSWORD', 'USER_NOT_FOUND'],
});

/** Mails a link to the new address. Opening it changes the account's address. A repeated call invalidates older links. */
export const changeEmail = defineRpc({
  subject: 'auth.email.change',
  access: 'user',
  request: ChangeEmailDto,
  returns: returns<AccountView>(),
  errors: ['WRONG_PASSWORD', 'EMAIL_TAKEN', 'USER_NOT_FOUND'],
});

/** Cancels a pending e-mail change. */
export const cancelEmailChange = defineRpc({
  subject: 'auth.email.cancel-change',
  access: 'user',
  request: NoInput,
  returns: returns<AccountView>(),
  errors: ['USER_NOT_FOUND'],
});

/** Deletes the account. Other services erase their data on `user.deleted`. */
export const deleteAccount = defineRpc({
  subject: 'auth.account.delete',
  access: 'user',
  request: DeleteAccountDto,
  returns: returns<Done>(),
  errors: ['WRONG_PASSWORD', 'USER_NOT_FOUND'],
});

import { IsOptional, IsString, MaxLength } from 'class-validator';
import { confirmPasswordRule, rules } from '../core/rules.js';
import { type Done, defineRpc, returns } from '../core/rpc.js';
import { Follows, FollowsRuleOf, Trimmed } from '../core/validators.js';
import type { SignedIn } from './views.js';

export class ForgotPasswordDto {
  @Trimmed()
  @Follows(rules.email)
  email!: string;
}

export class ResetPasswordDto {
  @IsString()
  @MaxLength(200)
  token!: string;

  @Follows(rules.newPassword)
  password!: string;

  @IsOptional()
  @FollowsRuleOf((dto: ResetPasswordDto) => confirmPasswordRule(dto.password))
  confirmPassword?: string;

  /** A mailbox is no second factor: where there is one, its code is wanted here too. */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  code?: string;
}

export class VerifyEmailDto {
  @IsString()
  @MaxLength(200)
  token!: string;
}

/** Whoever is signed in needs no address; an expired link is often opened where nobody is. */
export class ResendVerificationDto {
  @IsOptional()
  @Trimmed()
  @Follows(rules.email)
  email?: string;
}

/** Answers the same, and as fast, whether there is such an account or not. */
export const forgotPassword = defineRpc({
  subject: 'auth.password.forgot',
  access: 'public',
  request: ForgotPasswordDto,
  returns: returns<Done>(),
  errors: [],
});

/** Sets the password, ends every session and signs in. */
export const resetPassword = defineRpc({
  subject: 'auth.password.reset',
  access: 'public',
  request: ResetPasswordDto,
  returns: returns<SignedIn>(),
  errors: ['TOKEN_INVALID', 'SECOND_FACTOR_REQUIRED', 'CODE_INVALID'],
});

/** Confirms the address of a new account, or the one that an account is to have from now on. */
export const verifyEmail = defineRpc({
  subject: 'auth.email.verify',
  access: 'public',
  request: VerifyEmailDto,
  returns: returns<Done>(),
  errors: ['TOKEN_INVALID', 'EMAIL_TAKEN'],
});

/** Answers the same for every address. */
export const resendVerification = defineRpc({
  subject: 'auth.email.resend-verification',
  access: 'public',
  request: ResendVerificationDto,
  returns: returns<Done>(),
  errors: [],
});

import { IsOptional, IsString, MaxLength } from 'class-validator';
import { confirmPasswordRule, rules } from '../core/rules.js';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
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

  /** The code of the second factor, if the account has one: a mailbox does not replace it. */
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

export class CancelEmailChangeDto {
  @IsString()
  @MaxLength(200)
  token!: string;
}

/** The address, for a caller without a session: an expired link is often opened on another device. */
export class ResendVerificationDto {
  @IsOptional()
  @Trimmed()
  @Follows(rules.email)
  email?: string;
}

/** Mails a link to reset the password. Answer and timing are the same for an unknown account. */
export const forgotPassword = defineRpc({
  subject: 'auth.password.forgot',
  access: 'process',
  request: ForgotPasswordDto,
  returns: returns<Done>(),
  errors: [],
});

/** Sets a new password, ends all trust and signs in. */
export const resetPassword = defineRpc({
  subject: 'auth.password.reset',
  access: 'process',
  request: ResetPasswordDto,
  returns: returns<SignedIn>(),
  errors: ['TOKEN_INVALID', 'SECOND_FACTOR_REQUIRED', 'CODE_INVALID'],
});

/** Verifies the address of a new account, or completes an e-mail change, which ends all trust except the caller's session. */
export const verifyEmail = defineRpc({
  subject: 'auth.email.verify',
  access: 'process',
  request: VerifyEmailDto,
  returns: returns<Done>(),
  errors: ['TOKEN_INVALID', 'EMAIL_TAKEN'],
});

/** Cancels a pending e-mail change by the link that was mailed to the old address. */
export const cancelEmailChangeByLink = defineRpc({
  subject: 'auth.email.cancel-change-by-link',
  access: 'process',
  request: CancelEmailChangeDto,
  returns: returns<Done>(),
  errors: ['TOKEN_INVALID'],
});

/** Mails the verification link again. The answer is the same for every address. */
export const resendVerification = defineRpc({
  subject: 'auth.email.resend-verification',
  access: 'process',
  request: ResendVerificationDto,
  returns: returns<Done>(),
  errors: [],
});

import {
  type Call,
  DONE,
  type Done,
  ForgotPasswordDto,
  ResendVerificationDto,
  ResetPasswordDto,
  type SignedIn,
  VerifyEmailDto,
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { RecoveryService } from './recovery.service.js';

@Controller()
export class RecoveryController {
  constructor(@Inject(RecoveryService) private readonly recovery: RecoveryService) {}

  @Rpc(forgotPassword)
  async forgot(_call: Call<'process'>, dto: ForgotPasswordDto): Promise<Done> {
    await this.recovery.requestReset(dto.email);
    return DONE;
  }

  @Rpc(resetPassword)
  reset(call: Call<'process'>, dto: ResetPasswordDto): Promise<SignedIn> {
    return this.recovery.resetPassword(dto, call.client);
  }

  @Rpc(verifyEmail)
  async verify(call: Call<'process'>, dto: VerifyEmailDto): Promise<Done> {
    await this.recovery.verifyEmail(dto.token, call.actor);
    return DONE;
  }

  @Rpc(resendVerification)
  async resend(call: Call<'process'>, dto: ResendVerificationDto): Promise<Done> {
    await this.recovery.resendVerification(call.actor, dto.email);
    return DONE;
  }
}

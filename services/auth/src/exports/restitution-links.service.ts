import { type Actor, type ExportLink, LIMITS, type RestitutionLinkDto, restitutionPath } from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OwnerProof } from './owner-proof.js';

const LINK_LIFETIME = LIMITS.exportLinkMinutes * 60_000;

/** Issues the links to restitutions. Each download needs a new proof, because a restitution outlives every ending of trust. */
@Injectable()
export class RestitutionLinks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(OwnerProof) private readonly proof: OwnerProof,
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError as `OwnerProof.prove`; UNAUTHENTICATED when the session ends meanwhile */
  async getLink(actor: Actor, dto: RestitutionLinkDto): Promise<ExportLink> {
    const lock = await this.proof.prove(actor, dto);
    return this.database.transaction(async (tx) => {
      await lock(tx);
      await this.sessions.requireOpen(tx, actor);
      const expiresAt = this.clock.in(LINK_LIFETIME);
      return {
        url: restitutionPath(this.signer.signRestitutionLink(dto.id, actor, expiresAt)),
        expiresAt: expiresAt.toISOString(),
      };
    });
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Actor, LIMITS, type MediaLink, type MediaLinkQuery } from '@duet/contracts';
import { AppError, Clock, sessionAlias } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { MediaConfig } from '../config.js';

/** The person who may follow a link. */
export interface LinkHolder {
  userId: string;
  /** In milliseconds since the epoch. */
  expiresAt: number;
}

/** The terms of a link to an entity's file, besides its reader. */
export interface LinkedFile {
  id: string;
  /** Changes with each unlink and link, so that no link outlives an unlink. */
  coupleVersion: number;
}

/** Signs attachment URLs for <img>, <video> and <audio>, which send no token. A link is valid for one session, for some minutes. */
@Injectable()
export class MediaLinks {
  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Signs a link to an attachment for `LIMITS.mediaLinkSeconds`. It does not check whether the user may load it. */
  sign(id: string, { userId, sessionId }: Actor): MediaLink {
    const seconds = this.secondsIn(LIMITS.mediaLinkSeconds);
    const session = sessionAlias(sessionId);
    const query = new URLSearchParams({
      u: userId,
      s: session,
      e: String(seconds),
      h: this.signature(id, userId, session, String(seconds)),
    });
    return { id, query: query.toString(), expiresAt: new Date(seconds * 1_000).toISOString() };
  }

  /** @throws AppError NOT_FOUND for a forged or expired link */
  verify(id: string, { u, s, e, h }: MediaLinkQuery): LinkHolder {
    if (!u || !s || !e || !h) throw new AppError('NOT_FOUND');
    return { userId: u, expiresAt: this.checked(e, h, this.signature(id, u, s, e)) };
  }

  /** Signs a link to an entity's file for the entity's access epoch. It does not check whether the user may load it. */
  signFile(
    { id, coupleVersion }: LinkedFile,
    { userId, sessionId }: Actor,
    { epoch, seconds: lifetime }: { epoch: number; seconds: number },
  ): Omit<MediaLink, 'id'> {
    const seconds = this.secondsIn(lifetime);
    const session = sessionAlias(sessionId);
    const parts = [id, userId, session, String(seconds), String(epoch), String(coupleVersion)];
    const query = new URLSearchParams({
      u: userId,
      s: session,
      e: String(seconds),
      a: String(epoch),
      h: this.signature(...parts),
    });
    return { query: query.toString(), expiresAt: new Date(seconds * 1_000).toISOString() };
  }

  /** @returns the epoch that the link was signed for @throws AppError NOT_FOUND for a forged or expired link, and for one from before an unlink */
  verifyFile({ id, coupleVersion }: LinkedFile, { u, s, e, a, h }: MediaLinkQuery): number {
    if (!u || !s || !e || !a || !h) throw new AppError('NOT_FOUND');
    this.checked(e, h, this.signature(id, u, s, e, a, String(coupleVersion)));
    return Number(a);
  }

  private secondsIn(seconds: number): number {
    return Math.floor(this.clock.now().getTime() / 1_000) + seconds;
  }

  /** @returns when the link ends, in milliseconds since the epoch */
  private checked(seconds: string, given: string, due: string): number {
    const [left, right] = [Buffer.from(given), Buffer.from(due)];
    const expiresAt = Number(seconds) * 1_000;
    if (left.length !== right.length || !timingSafeEqual(left, right) || expiresAt <= this.clock.now().getTime())
      throw new AppError('NOT_FOUND');
    return expiresAt;
  }

  private signature(...parts: string[]): string {
    return createHmac('sha256', this.config.MEDIA_LINK_SECRET).update(parts.join('\n')).digest('base64url');
  }
}

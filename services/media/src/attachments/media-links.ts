import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Actor, LIMITS, type MediaLink, type MediaLinkQuery } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { MediaConfig } from '../config.js';

/** Who may load, and until when (milliseconds since the epoch). */
export interface LinkHolder extends Actor {
  expiresAt: number;
}

/** Signs addresses of attachments for <img>, <video> and <audio>, which carry no token: for one person, one session, some minutes. */
@Injectable()
export class MediaLinks {
  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  sign(id: string, { userId, sessionId }: Actor): MediaLink {
    const seconds = Math.floor(this.clock.now().getTime() / 1_000) + LIMITS.mediaLinkSeconds;
    const query = new URLSearchParams({ u: userId, s: sessionId, e: String(seconds), h: this.signature(id, userId, sessionId, String(seconds)) });
    return { id, query: query.toString(), expiresAt: new Date(seconds * 1_000).toISOString() };
  }

  /** @throws AppError NOT_FOUND: a link that is wrong or has run out leads nowhere */
  verify(id: string, { u, s, e, h }: MediaLinkQuery): LinkHolder {
    if (!u || !s || !e || !h) throw new AppError('NOT_FOUND');
    const [given, due] = [Buffer.from(h), Buffer.from(this.signature(id, u, s, e))];
    const expiresAt = Number(e) * 1_000;
    if (given.length !== due.length || !timingSafeEqual(given, due) || expiresAt <= this.clock.now().getTime()) throw new AppError('NOT_FOUND');
    return { userId: u, sessionId: s, expiresAt };
  }

  private signature(...parts: [id: string, userId: string, sessionId: string, seconds: string]): string {
    return createHmac('sha256', this.config.MEDIA_LINK_SECRET).update(parts.join('\n')).digest('base64url');
  }
}

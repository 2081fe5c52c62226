import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashPool } from './hash-pool.js';

/** argon2id, the library's default algorithm, at OWASP's first recommended cost. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** The same password typed on two keyboards may differ in its code points; compatibility form makes it one. */
const normal = (password: string): string => password.normalize('NFKC');

/** Hashes and checks passwords; how many at once is bounded. DTOs have refused endless input before. */
@Injectable()
export class PasswordHasher {
  private readonly pool = new HashPool();
  private readonly decoy = hash('a password that nobody has', COST);

  /** @throws AppError RATE_LIMITED under too much load. */
  hash(password: string): Promise<string> {
    return this.pool.run(() => hash(normal(password), COST));
  }

  /**
   * @param stored null for an unknown account: then a hash that nothing matches is checked, so that the answer takes
   * as long as any other.
   * @throws AppError RATE_LIMITED under too much load.
   */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.decoy);
    const same = await this.pool.run(() => verify(against, normal(password)));
    return same && stored !== null;
  }
}

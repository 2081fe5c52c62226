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
   * Finds whose password it is to be and checks it. Nothing is even looked up while too many wait. For nobody a hash
   * that no password has is checked, so that the answer takes as long as any other.
   * @returns null when there is nobody, and when the password is wrong
   * @throws AppError RATE_LIMITED under too much load, and what `find` throws
   */
  owner<Owner extends { passwordHash: string }>(find: () => Promise<Owner | null>, password: string): Promise<Owner | null> {
    return this.pool.run(async () => {
      const owner = await find();
      const same = await verify(owner?.passwordHash ?? (await this.decoy), normal(password));
      return same ? owner : null;
    });
  }
}

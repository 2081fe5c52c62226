import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { HashPool } from './hash-pool.js';

/** argon2id, the library's default algorithm, at the first cost that OWASP recommends. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Unicode NFKC: two keyboards may produce different code points for one password. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Hashes and verifies passwords, a bounded number at once. DTOs limit their length. */
@Injectable()
export class PasswordHasher {
  private readonly pool = new HashPool();
  private readonly decoy = hash('a password of no account', COST);

  /** @throws AppError RATE_LIMITED under too much load. */
  hash(password: string): Promise<string> {
    return this.pool.run(() => hash(normalize(password), COST));
  }

  /**
   * Runs `find` and verifies the password of the account that it returns. Under too much load `find` is not run either. Without
   * an account it verifies a decoy hash, so that the answer takes equally long.
   * @returns null when there is no account or the password is wrong
   * @throws AppError RATE_LIMITED under too much load; the errors of `find`
   */
  findOwner<Owner extends { passwordHash: string }>(
    find: () => Promise<Owner | null>,
    password: string,
  ): Promise<Owner | null> {
    return this.pool.run(async () => {
      const owner = await find();
      const same = await verify(owner?.passwordHash ?? (await this.decoy), normalize(password));
      return same ? owner : null;
    });
  }
}

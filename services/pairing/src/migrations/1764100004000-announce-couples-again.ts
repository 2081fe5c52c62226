import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AnnounceCouples1764000001000 } from './1764000001000-announce-couples.js';

/** Challenges began after couples were linked, as memories did. */
export class AnnounceCouplesAgain1764100004000 implements MigrationInterface {
  readonly name = 'AnnounceCouplesAgain1764100004000';

  async up(runner: QueryRunner): Promise<void> {
    await new AnnounceCouples1764000001000().up(runner);
  }

  async down(): Promise<void> {
    // An event cannot be taken back, and does no harm.
  }
}

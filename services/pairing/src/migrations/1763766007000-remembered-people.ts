import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "remembered_people" ("viewer_id" uuid NOT NULL, "person_id" uuid NOT NULL, "first_name" text NOT NULL, "last_name" text NOT NULL, "username" text NOT NULL, "avatar" text, "username_key" text COLLATE "C" NOT NULL, "first_name_key" text COLLATE "C" NOT NULL, "last_name_key" text COLLATE "C" NOT NULL, "full_name_key" text COLLATE "C" NOT NULL, CONSTRAINT "remembered_people_pkey" PRIMARY KEY ("viewer_id", "person_id"))`,
  `CREATE INDEX "remembered_people_avatar" ON "remembered_people" ("avatar") WHERE avatar IS NOT NULL`,
  `CREATE INDEX "remembered_people_person" ON "remembered_people" ("person_id")`,
  `CREATE TABLE "found_people" ("viewer_id" uuid NOT NULL, "person_id" uuid NOT NULL, "username_key" text COLLATE "C" NOT NULL, "found_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "found_people_pkey" PRIMARY KEY ("viewer_id", "person_id"))`,
  `CREATE INDEX "found_people_found_at" ON "found_people" ("found_at")`,
  `CREATE INDEX "found_people_person" ON "found_people" ("person_id")`,
  `ALTER TABLE "remembered_people" ADD CONSTRAINT "remembered_people_viewer_fkey" FOREIGN KEY ("viewer_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "remembered_people" ADD CONSTRAINT "remembered_people_person_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "found_people" ADD CONSTRAINT "found_people_viewer_fkey" FOREIGN KEY ("viewer_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "found_people" ADD CONSTRAINT "found_people_person_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  // Relationships that ended before are frozen as of today: the former profiles are lost.
  `INSERT INTO "remembered_people" ("viewer_id", "person_id", "first_name", "last_name", "username", "avatar", "username_key", "first_name_key", "last_name_key", "full_name_key")
    SELECT ended.viewer_id, p.id, p.first_name, p.last_name, p.username, p.avatar, p.username_key, p.first_name_key, p.last_name_key, p.full_name_key
    FROM (
      SELECT blocker_id AS viewer_id, blocked_id AS person_id FROM blocks
      UNION SELECT mine.user_id, theirs.user_id FROM couples c JOIN couple_members mine ON mine.couple_id = c.id JOIN couple_members theirs ON theirs.couple_id = c.id
        WHERE c.ended_at IS NOT NULL AND mine.user_id <> theirs.user_id
      UNION SELECT user_id, about_id FROM notifications WHERE about_id IS NOT NULL AND about_id <> user_id
    ) ended
    JOIN people p ON p.id = ended.person_id
    JOIN people viewer ON viewer.id = ended.viewer_id
    WHERE NOT EXISTS (SELECT 1 FROM couple_members mine JOIN couple_members theirs ON theirs.couple_id = mine.couple_id
        WHERE mine.user_id = ended.viewer_id AND mine.active AND theirs.user_id = p.id AND theirs.active)
      AND NOT EXISTS (SELECT 1 FROM partner_requests r WHERE r.sender_id = p.id AND r.receiver_id = ended.viewer_id AND r.status = 'pending')`,
];

export class RememberedPeople1763766007000 implements MigrationInterface {
  readonly name = 'RememberedPeople1763766007000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "found_people"');
    await runner.query('DROP TABLE "remembered_people"');
  }
}

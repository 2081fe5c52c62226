import { command } from '@duet/service-kit';

export const addEntries = command('INSERT INTO object_journal (name, removed) SELECT unnest($1::text[]), $2');

export const deleteOlderThan = command("DELETE FROM object_journal WHERE at < now() - $1 * interval '1 hour'");

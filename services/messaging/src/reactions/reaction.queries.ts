import { command } from '@duet/service-kit';

export const insertReaction = command('INSERT INTO reactions (message_id, user_id, emoji) VALUES ($1, $2, $3)');

export const deleteReaction = command('DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3');

import type { Actor, ConversationSettingsView, DisappearingDto } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Changes } from '../conversations/changes.js';
import { settingsView } from '../conversations/conversation.rows.js';
import { switchTo } from './switching.js';

/** After how long messages disappear: agreed on by either for both, and told in the conversation. */
@Injectable()
export class DisappearingService {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  set({ userId }: Actor, { seconds }: DisappearingDto): Promise<ConversationSettingsView> {
    return this.changes.run(userId, async (tx, held) => {
      if (held.disappearAfter === seconds) return { answer: settingsView(held) };
      const changes = await switchTo(tx, held, userId, { kind: 'disappearing', seconds });
      return { answer: settingsView(held), changes };
    });
  }
}

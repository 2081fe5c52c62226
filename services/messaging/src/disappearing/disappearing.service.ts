import type { Actor, ConversationSettingsView, DisappearingDto } from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { assertNamed } from '../conversations/assert-named.js';
import { ConversationMutations } from '../conversations/conversation-mutations.js';
import { settingsView } from '../conversations/conversation.queries.js';
import { setDisappearAfter } from './set-disappear-after.js';

/** The setting for disappearing messages: either partner sets it for both, and a system message shows the change. */
@Injectable()
export class DisappearingService {
  constructor(
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  set({ userId }: Actor, { chatId, seconds }: DisappearingDto): Promise<ConversationSettingsView> {
    return this.mutations.run(userId, async (tx, conversation) => {
      assertNamed(conversation, chatId);
      if (conversation.disappearAfter === seconds) return { answer: settingsView(conversation) };
      const notice = { kind: 'disappearing', seconds } as const;
      const at = this.clock.now();
      const changes = await setDisappearAfter(tx, conversation, { senderId: userId, notice, at });
      return { answer: settingsView(conversation), changes };
    });
  }
}

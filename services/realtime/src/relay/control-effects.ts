import {
  conversationClosed,
  conversationLastSeenChanged,
  conversationOpened,
  conversationPrivacyChanged,
  userDeleted,
  userProfileChanged,
  type EventDefinition,
} from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Rooms } from '../rooms/rooms.js';
import { Sockets } from '../sockets/sockets.js';

type Effect = (payload: never) => void;

/** Applies the events that change rooms or cached users. `Revocations` handles revoked sessions. */
@Injectable()
export class ControlEffects {
  private readonly effects: Map<string, Effect>;

  constructor(@Inject(Rooms) rooms: Rooms, @Inject(Sockets) sockets: Sockets) {
    this.effects = new Map([
      on(conversationOpened, ({ chatId, members }) => {
        for (const member of members) rooms.move(member, chatId);
      }),
      on(conversationClosed, ({ chatId, members }) => {
        for (const member of members) rooms.move(member, null, chatId);
      }),
      on(conversationPrivacyChanged, ({ members }) => {
        for (const member of members) rooms.review(member);
      }),
      on(conversationLastSeenChanged, ({ viewerId }) => rooms.review(viewerId)),
      on(userDeleted, ({ userId }) => {
        for (const socket of sockets.find(userId)?.sockets ?? []) sockets.refuse(socket, 'UNAUTHENTICATED');
      }),
      on(userProfileChanged, ({ _id, username }) => {
        const user = sockets.find(_id);
        if (user) user.username = Promise.resolve(username);
      }),
    ]);
  }

  apply(name: string, payload: never): void {
    this.effects.get(name)?.(payload);
  }
}

function on<Payload>(event: EventDefinition<Payload>, effect: (payload: Payload) => void): [string, Effect] {
  return [event.name, effect];
}

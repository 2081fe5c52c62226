import type { ClientToServerEvents, ServerToClientEvents, UserStatus } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type Socket, io } from 'socket.io-client';

export type Heard = keyof ServerToClientEvents;
export type Said = keyof ClientToServerEvents;
type Saying<Event extends Said> = Parameters<ClientToServerEvents[Event]>[0];

/** The acknowledgement of an event, as its contract types it. */
export type Answer<Event extends Said> =
  NonNullable<Parameters<ClientToServerEvents[Event]>[1]> extends (answer: infer Given) => void ? Given : never;

/** The socket as the rest of the client sees it; tests put a typed fake in its place. */
export interface Wire {
  /** Also in the middle of an attempt; nothing when it is open. */
  connect: () => void;
  disconnect: () => void;
  /** @returns what ends it. */
  on: <Event extends Heard>(event: Event, hear: ServerToClientEvents[Event]) => () => void;
  /** The connection is gone, for whatever reason; `willRetry` says whether it comes back by itself. */
  onDown: (hear: (willRetry: boolean) => void) => void;
  /** All quick attempts failed. */
  onGaveUp: (hear: () => void) => void;
  emit: <Event extends Said>(event: Event, data: Saying<Event>) => void;
  /** @throws when no acknowledgement came in time or the connection broke: unknown whether it was done. */
  ask: <Event extends Said>(event: Event, data: Saying<Event>) => Promise<Answer<Event>>;
}

/** What an attempt says of the person: `away` is somebody who does not want to be seen online. */
export interface Introduction {
  token: string | null;
  status: UserStatus;
}

export type OpenWire = (introduce: () => Introduction) => Wire;

/** Socket.IO on our own origin. Every attempt takes the token of that moment. */
export const openWire: OpenWire = (introduce) => {
  const socket: Socket = io({
    autoConnect: false,
    auth: (proceed) => proceed(introduce()),
    transports: ['websocket', 'polling'],
    // Where a WebSocket does not get through (some company networks), polling does.
    tryAllTransports: true,
    timeout: LIMITS.socketConnectTimeout,
    reconnectionAttempts: LIMITS.socketReconnectAttempts,
    reconnectionDelay: LIMITS.socketReconnectDelay,
    reconnectionDelayMax: LIMITS.socketReconnectDelay,
    randomizationFactor: 0.3,
    ackTimeout: LIMITS.apiTimeout,
  });
  return {
    connect: () => void socket.connect(),
    disconnect: () => void socket.disconnect(),
    on: (event: string, hear) => {
      socket.on(event, hear);
      return () => void socket.off(event, hear);
    },
    onDown: (hear) => void socket.on('disconnect', () => hear(socket.active)),
    onGaveUp: (hear) => void socket.io.on('reconnect_failed', hear),
    emit: (event, data) => void socket.emit(event, data),
    ask: (event, data) =>
      socket.connected ? socket.timeout(LIMITS.apiTimeout).emitWithAck(event, data) : Promise.reject(new Error('not connected')),
  };
};

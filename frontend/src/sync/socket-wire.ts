import type { ClientToServerEvents, ServerToClientEvents, UserStatus } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type Socket, io } from 'socket.io-client';

export type ServerEvent = keyof ServerToClientEvents;
export type ClientEvent = keyof ClientToServerEvents;
type ClientEventData<Event extends ClientEvent> = Parameters<ClientToServerEvents[Event]>[0];

/** The acknowledgement of an event, as its contract types it. */
export type Acknowledgement<Event extends ClientEvent> =
  NonNullable<Parameters<ClientToServerEvents[Event]>[1]> extends (answer: infer Given) => void ? Given : never;

/** The socket for the rest of the client; tests replace it with a typed fake. */
export interface Wire {
  /** Connects, also during an attempt; does nothing while connected. */
  connect: () => void;
  disconnect: () => void;
  /** @returns a function that ends the subscription */
  on: <Event extends ServerEvent>(event: Event, handler: ServerToClientEvents[Event]) => () => void;
  /** The connection was lost; `willRetry` says whether the socket reconnects by itself. */
  onDown: (handler: (willRetry: boolean) => void) => void;
  /** All quick reconnect attempts failed. */
  onGaveUp: (handler: () => void) => void;
  emit: <Event extends ClientEvent>(event: Event, data: ClientEventData<Event>) => void;
  /** @throws when no acknowledgement came in time or the connection broke: the outcome is unknown */
  ask: <Event extends ClientEvent>(event: Event, data: ClientEventData<Event>) => Promise<Acknowledgement<Event>>;
}

/** The data of a connection attempt; `away` hides the user's presence. */
export interface Introduction {
  token: string | null;
  status: UserStatus;
}

export type OpenWire = (introduce: () => Introduction) => Wire;

/** Socket.IO on our own origin. Each attempt uses the current token. */
export const openWire: OpenWire = (introduce) => {
  const socket: Socket = io({
    autoConnect: false,
    auth: (proceed) => proceed(introduce()),
    transports: ['websocket', 'polling'],
    // Some networks block WebSockets but not polling.
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
    on: (event: string, handler) => {
      socket.on(event, handler);
      return () => void socket.off(event, handler);
    },
    onDown: (handler) => void socket.on('disconnect', () => handler(socket.active)),
    onGaveUp: (handler) => void socket.io.on('reconnect_failed', handler),
    emit: (event, data) => void socket.emit(event, data),
    ask: (event, data) =>
      socket.connected
        ? socket.timeout(LIMITS.apiTimeout).emitWithAck(event, data)
        : Promise.reject(new Error('not connected')),
  };
};

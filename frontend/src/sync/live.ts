import type { NotificationKind, PartnerStatus } from '@duet/contracts';
import { FRESH, answerOf, baseApi } from '../api/base-api.js';
import { type Events, createEvents } from '../observable/observable.js';
import { getProfile } from '../platform/account/profile.js';
import { getPartnerStatus } from '../platform/account/partner-status.js';
import { storeStatus, shownStatus } from '../platform/account/shown-status.js';
import { session } from '../platform/session/session.js';
import { connection } from './connection.js';
import { type LiveConversation, createConversation } from './live-conversation.js';
import { createEngineHandlers } from './live-engine-handlers.js';
import { type LiveFeatures, type LiveTools, type Tags, type Toast, attach } from './live-handlers.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { type SignMedia, signOver } from './media-links.js';
import { createMessageNotifier } from './message-notifier.js';
import type { AlbumQueue } from './album/album-queue.js';
import { ALBUM_QUEUE } from './album/album-slice.js';
import { LateQueue } from './late-queue.js';
import type { ListQueue } from './lists/list-queue.js';
import { LISTS_QUEUE } from './lists/lists-slice.js';
import { PendingQueue } from './pending/pending-queue.js';
import { type LinkStatus, type SocketLink, createLink } from './socket.js';
import type { OpenWire } from './socket-wire.js';
import { mayToast } from './toast-policy.js';

const CONNECTION_STATES = {
  off: 'disconnected',
  connecting: 'connecting',
  connected: 'connected',
  lost: 'gaveUp',
} as const satisfies Record<LinkStatus, string>;

/** The page's live connection, its conversation and its queues of what the server has not got yet. One per page. */
export class Live {
  readonly link: SocketLink;
  readonly conversation: LiveConversation;
  readonly pending: PendingQueue;
  readonly album: LateQueue<AlbumQueue>;
  readonly lists: LateQueue<ListQueue>;
  readonly signMedia: SignMedia;
  /** Sentences for the user; the app shows them as toasts. */
  readonly toasts: Events<Toast> = createEvents<Toast>();
  /** Paths of the pages to which notifications lead; the app goes there. */
  readonly opened: Events<string> = createEvents<string>();
  private readonly engine: ReturnType<typeof createEngineHandlers>;
  /** Updates may have been missed: the connection was there before, or failed at first. */
  private mayLackUpdates = false;
  private owner = session.get().user?._id ?? null;

  constructor(
    private readonly store: LiveStore,
    private readonly features: LiveFeatures,
    open?: OpenWire,
  ) {
    this.link = createLink(open);
    this.conversation = createConversation(store, this.link, this.confirm);
    this.pending = new PendingQueue(store, this.link);
    this.album = new LateQueue(
      ALBUM_QUEUE,
      this.link,
      async (signals) => new (await import('./album/album-queue.js')).AlbumQueue(store, signals),
    );
    this.lists = new LateQueue(
      LISTS_QUEUE,
      this.link,
      async (signals) => new (await import('./lists/list-queue.js')).ListQueue(store, signals),
    );
    this.signMedia = signOver(store);
    this.engine = createEngineHandlers({
      store,
      conversation: this.conversation,
      notifier: createMessageNotifier(store, this.toasts.emit, this.opened.emit),
      invalidate: this.invalidate,
      confirm: this.confirm,
      linkChanged: () => this.invalidate(features.linkTags),
    });
    attach(this.link.wire, this.engine.handlers);
    attach(this.link.wire, features.handlers(this.tools()));
  }

  /** Applies the setting of whether the user shows as online, which also decides whether they see the partner's presence. */
  showPresence(isShown: boolean): void {
    const status = isShown ? 'online' : 'away';
    if (storeStatus(status) && this.link.status() === 'connected') this.link.wire.emit('user_status', { status });
  }

  /** @returns a function that stops it all */
  start(): () => void {
    const stops = [
      this.link.subscribe(this.linkChanged),
      session.subscribe(this.sessionChanged),
      this.pending.start(),
      this.album.start(),
      this.lists.start(),
      this.link.start(),
    ];
    document.addEventListener('visibilitychange', this.cameBack);
    return () => {
      document.removeEventListener('visibilitychange', this.cameBack);
      for (const stop of stops) stop();
      this.engine.stop();
      this.conversation.forget();
    };
  }

  private tools(): LiveTools {
    return {
      dispatch: this.store.dispatch,
      invalidate: this.invalidate,
      showToast: this.toasts.emit,
      toast: this.toast,
      isSelf: (userId) => userId === session.get().user?._id,
      reloadAccount: this.reloadAccount,
      forgetConversation: this.forget,
    };
  }

  private readonly toast = (kind: NotificationKind, text: string): void => {
    if (mayToast(this.store, kind)) this.toasts.emit({ kind: 'live', text });
  };

  private readonly invalidate = (tags: Tags): void => void this.store.dispatch(baseApi.util.invalidateTags(tags));

  /** Drops the answers about the former couple: nobody may see them any more, and the server refuses to send them again. */
  private dropCouple(): void {
    const { type } = baseApi.internalActions.removeQueryResult;
    const { dispatch, getState } = this.store;
    for (const { queryCacheKey } of baseApi.util.selectInvalidatedBy(getState(), this.features.coupleTags))
      dispatch({ type, payload: { queryCacheKey } });
  }

  private readonly reloadAccount = (): void =>
    void answerOf(this.store.dispatch(getProfile.initiate(undefined, FRESH)));

  private readonly partnerStatus = (): PartnerStatus | undefined =>
    getPartnerStatus.select()(this.store.getState()).data;

  private readonly forget = (): void => {
    this.conversation.forget();
    this.store.dispatch(live.cleared());
  };

  private readonly confirm = (chatId: string): void => {
    if (this.store.getState().live.confirmed === chatId) return;
    this.store.dispatch(live.confirmed(chatId));
    void this.pending.refuseOthers(chatId).then(this.pending.kick);
  };

  private readonly linkChanged = (): void => {
    const status = this.link.status();
    const isTrying = status === 'connecting';
    const state = CONNECTION_STATES[isTrying && connection.get().state === 'gaveUp' ? 'lost' : status];
    connection.set({ state, isTrying, reconnect: this.link.reconnect });
    if (status === 'lost') this.mayLackUpdates = true;
    if (status !== 'connected') {
      this.store.dispatch(live.onlineBecame([]));
      this.store.dispatch(live.lastSeenBecame(null));
      return;
    }
    this.conversation.sync();
    if (this.partnerStatus() === undefined)
      void answerOf(this.store.dispatch(getPartnerStatus.initiate(undefined, FRESH)));
    if (this.mayLackUpdates) {
      this.reloadAccount();
      this.invalidate([...this.features.linkTags, ...this.features.reconnectTags, 'Unread']);
    }
    this.mayLackUpdates = true;
  };

  /** Drops the state of the former user after a sign-out, or after another user's sign-in in another tab. */
  private readonly sessionChanged = (): void => {
    const { user, status } = session.get();
    // The answer to a sign-in has no partner either while pairing is away.
    const isAlone = user?.partner === null && this.partnerStatus()?.partner === null;
    if (status === 'authenticated' && isAlone) {
      void this.pending.refuseOthers(null);
      this.dropCouple();
    }
    const now = user?._id ?? null;
    if (now === this.owner) return;
    if (this.owner !== null) {
      this.mayLackUpdates = false;
      this.forget();
    }
    this.owner = now;
  };

  /** The user comes back. Asks for the partner's presence: a page in the background may have missed changes. */
  private readonly cameBack = (): void => {
    if (document.visibilityState === 'visible') this.conversation.hold(false);
    if (this.link.status() === 'connected' && document.visibilityState === 'visible')
      this.link.wire.emit('user_status', { status: shownStatus() });
  };
}

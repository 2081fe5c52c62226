import type { PartnerStatus } from '@duet/contracts';
import { FRESH, answerOf, baseApi } from '../../api/base-api.js';
import { getDailyToday } from '../../features/daily-question/daily-api.js';
import { getCapsules } from '../../features/memories/capsules/capsules-api.js';
import { getPartnerStatus } from '../../platform/account/partner-status.js';
import { appLock } from '../../platform/app-lock/app-lock.js';
import { keptPictures } from '../../platform/kept/kept-pictures.js';
import { keptShown } from '../../platform/kept/kept-shown.js';
import { keptStorage } from '../../platform/kept/kept-storage.js';
import { session } from '../../platform/session/session.js';
import { live } from '../../sync/index.js';
import type { AppStore } from '../store.js';
import { keptPage } from './kept-page.js';
import { createKeptPictures } from './kept-pictures-here.js';
import { type KeptQuery, type KeptState, picturesIn, readKept, stateToKeep } from './kept-state.js';

/** Changes within this time are written together, in milliseconds. */
const WRITE_DELAY = 1_000;

const userNow = (): string | null => session.get().user?._id ?? null;

/**
 * Keeps on this device what Duet shows, so that it opens at once and without a connection. It restores before the server's
 * first answer, writes only while this tab is up to date, and removes what the person may not see any more.
 * @returns a function that ends it
 */
export function startKeeping(store: AppStore): () => void {
  const pictures = createKeptPictures();
  keptPictures.provide(pictures);
  let kept: KeptState | null = null;
  let owner = userNow();
  let status = session.get().status;
  let sealName = appLock.sealName();
  let inputs: readonly unknown[] = [];
  let unshown: readonly KeptQuery[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let follows: (() => void) | null = null;
  let isStopped = false;
  let turn = Promise.resolve();

  const hasContact = (): boolean => session.get().status === 'authenticated';
  const coupleNow = (): PartnerStatus | undefined => getPartnerStatus.select()(store.getState()).data;

  /** Shows the kept answers whose endpoints are there: a page brings its own. */
  function showAnswers(): void {
    if (unshown.length === 0 || hasContact()) return;
    const ready = unshown.filter(({ endpointName }) => endpointName in baseApi.endpoints);
    unshown = unshown.filter((answer) => !ready.includes(answer));
    if (ready.length === 0) return;
    const shown = baseApi.internalActions.cacheEntriesUpserted(ready);
    // They are never fresh: also a page that opens after the server's first answer asks again for what it shows.
    store.dispatch({ ...shown, meta: { ...shown.meta, timestamp: 0 } });
  }

  async function restore(): Promise<void> {
    const userId = owner;
    const found = await keptStorage.read();
    if (isStopped || userId === null || userId !== userNow()) return;
    const state = found && readKept(found.state, userId, Date.now());
    if (!found || !state) return;
    kept = state;
    pictures.keepOnly(picturesIn(state));
    // Messages that have disappeared leave the storage too, also without a connection.
    void keptStorage.write(state, picturesIn(state), found.version);
    if (hasContact()) return;
    unshown = state.queries;
    showAnswers();
    if (state.page) store.dispatch(live.restored(state.page));
    keptShown.set(true);
  }

  /** Runs one change of the storage after another: a writing that is under way must not outlast a removal. */
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    (turn = turn.then(work).catch(() => console.warn('kept state not changed: the next change tries again')));

  async function removeAll(): Promise<void> {
    kept = null;
    inputs = [];
    unshown = [];
    pictures.forget();
    await keptStorage.clear();
    if (hasContact() && document.visibilityState === 'visible') await keptStorage.hold();
  }

  const forget = (): Promise<void> => inTurn(removeAll);

  async function writeNow(): Promise<void> {
    const couple = coupleNow();
    const userId = userNow();
    if (isStopped || !hasContact() || userId === null || !couple) return;
    const chatId = couple.couple?.chatId ?? null;
    if (kept !== null && kept.chatId !== chatId) {
      // The subscriptions of the former couple end, so that the next one's answers are asked anew.
      follows?.();
      await removeAll();
    }
    if (chatId === null) return follows?.();
    follow();
    const { live: now, api } = store.getState();
    const answers = Object.values(api.queries);
    const next = [now.conversation, now.load, ...answers.map((answer) => answer?.data)];
    if (next.length === inputs.length && next.every((input, index) => input === inputs[index])) return;
    const page = now.conversation && now.load === 'ready' ? keptPage(now.conversation, Date.now()) : null;
    const state = stateToKeep(userId, couple, page, answers, kept);
    if (!state) return;
    const wanted = picturesIn(state);
    if (!(await keptStorage.write(state, wanted))) return;
    [kept, inputs] = [state, next];
    pictures.keepOnly(wanted);
  }

  const write = (): Promise<void> => inTurn(writeNow);

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void write();
    }, WRITE_DELAY);
  }

  /** Follows what a page may not show, but an opening without a connection should. */
  function follow(): void {
    if (follows) return;
    const subscriptions = [store.dispatch(getDailyToday.initiate()), store.dispatch(getCapsules.initiate({}))];
    follows = () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      follows = null;
    };
  }

  /** Goes on from what another tab has kept since, which may be more and newer. */
  async function takeOver(): Promise<void> {
    await keptStorage.hold();
    const userId = userNow();
    const found = await keptStorage.read();
    const state = found && userId !== null ? readKept(found.state, userId, Date.now()) : null;
    if (state) kept = state;
  }

  /** The server has answered this tab, which therefore keeps from now on. */
  async function hold(): Promise<void> {
    await inTurn(takeOver);
    writeSoon();
  }

  async function sessionChanged(): Promise<void> {
    const before = { owner, status };
    owner = userNow();
    ({ status } = session.get());
    if (before.owner !== owner || (status === 'unauthenticated' && before.status !== status)) {
      follows?.();
      keptShown.set(false);
      await forget();
    }
    if (status === 'authenticated' && (before.status !== status || before.owner !== owner)) await hold();
  }

  async function lockChanged(): Promise<void> {
    const before = sealName;
    sealName = appLock.sealName();
    if (before !== sealName && owner !== null) await forget();
    if (kept === null || (!hasContact() && !keptShown.get())) await inTurn(restore);
    writeSoon();
  }

  /** A tab that was in the background asks the server before it writes again. */
  async function seen(): Promise<void> {
    if (document.visibilityState !== 'visible') return void write();
    if (!hasContact() || (await keptStorage.isHeld())) return;
    const { isSuccess } = await answerOf(store.dispatch(getPartnerStatus.initiate(undefined, FRESH)));
    if (isSuccess && hasContact()) await hold();
  }

  const stops = [
    store.subscribe(() => {
      showAnswers();
      writeSoon();
    }),
    session.subscribe(() => void sessionChanged()),
    appLock.subscribe(() => void lockChanged()),
  ];
  const onVisible = (): void => void seen();
  document.addEventListener('visibilitychange', onVisible);
  if (owner === null) void forget();
  else {
    // Also with a contact: this page does not have all answers that earlier pages have kept.
    void inTurn(restore);
    if (hasContact()) void hold();
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
    follows?.();
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onVisible);
    pictures.forget();
    keptPictures.provide(null);
  };
}

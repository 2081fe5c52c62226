import { App } from './app.js';
import { createLive } from './live-features.js';
import { makeRouter } from './router.js';
import { makeStore } from './store.js';

const store = makeStore();
const live = createLive(store);
const router = makeRouter();

/** The app with the one store, live connection and router of this page. */
export default function WholeApp() {
  return <App store={store} live={live} router={router} />;
}

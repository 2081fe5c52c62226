import { BrowserRouter } from 'react-router-dom';
import { App } from './app.js';
import { createLive } from './live-features.js';
import { loadPageAt, routes } from './router.js';
import { makeStore } from './store.js';

const store = makeStore();
const live = createLive(store);
loadPageAt(window.location);

/** The app with the one store and live connection of this page. */
export default function WholeApp() {
  return (
    <BrowserRouter>
      <App store={store} live={live} routes={routes} />
    </BrowserRouter>
  );
}

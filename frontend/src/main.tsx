import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createLive } from './app/live-features.js';
import { App } from './app/app.js';
import { makeRouter } from './app/router.js';
import { makeStore } from './app/store.js';
import './ui/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const store = makeStore();

createRoot(root).render(
  <StrictMode>
    <App store={store} live={createLive(store)} router={makeRouter()} />
  </StrictMode>,
);

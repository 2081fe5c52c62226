import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Entrance } from './app/entrance.js';
import { deviceLanguage, followLanguageLink } from './platform/device/device-language.js';
import { registerWorker } from './platform/device/worker.js';
import { refreshEarly } from './platform/session/start-up.js';
import { loadLanguage } from './texts/load-language.js';
import { whenQuiet } from './ui/when-quiet.js';
import './ui/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const render = (): void =>
  createRoot(root).render(
    <StrictMode>
      <Entrance />
    </StrictMode>,
  );

/** Makes the page speak its language; a page whose texts cannot be loaded stays English. */
async function speakOwnLanguage(): Promise<void> {
  followLanguageLink();
  const language = deviceLanguage();
  if (language === 'en') return;
  await loadLanguage(language);
  document.documentElement.lang = language;
}

refreshEarly();
if (import.meta.env.DEV && new URLSearchParams(window.location.search).get('lang') === 'ar-XB')
  void import('./design/pseudo-locale.js').then(({ speakBackwards }) => speakBackwards()).then(render);
else void speakOwnLanguage().then(render, render);

// While developing, the worker's files would be those of the last build.
if (import.meta.env.PROD) whenQuiet(() => void registerWorker());

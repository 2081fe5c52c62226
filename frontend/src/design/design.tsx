import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { loadLateComponents } from '../ui/late.js';
import { ToastRegion } from '../ui/toast-region.js';
import '../ui/styles/index.css';
import { DesignPage } from './design-page.js';

/*
 * The pieces of `ui` on one page, at /design of `npm run dev`. No build has it: `vite.config.ts` serves its document while
 * developing only.
 */
const root = document.getElementById('root');
if (!root) throw new Error('the document has no root element');
createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <DesignPage />
      <ToastRegion />
    </MemoryRouter>
  </StrictMode>,
);
void loadLateComponents();

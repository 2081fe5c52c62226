import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Entrance } from './app/entrance.js';
import './ui/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Entrance />
  </StrictMode>,
);

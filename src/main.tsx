import './ui/tokens.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadQueryClient } from './load-query-client.ts';
import { makeRouter } from './router.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');

const router = makeRouter({ loadQueryClient });
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

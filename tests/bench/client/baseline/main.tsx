/**
 * The page that first loads are compared with: React, and a form of three fields. It stays as it is, so
 * that the ratio to it changes only when the app does.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const container = document.createElement('main');
document.body.append(container);
createRoot(container).render(
  <StrictMode>
    <form>
      <input type="text" aria-label="Full Name" />
      <input type="email" aria-label="Email" />
      <input type="password" aria-label="Password" />
      <button type="submit">Create Account</button>
    </form>
  </StrictMode>,
);

import { createRoot, type Root } from 'react-dom/client';

/** React's root, in its element of the page. */
export function openRoot(): Root {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no #root.');
  return createRoot(container);
}

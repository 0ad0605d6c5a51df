/**
 * Starts the app, a part at a time: each is evaluated in a task of its own, so that on a slow machine the
 * page answers in between.
 */
import './ui/tokens.css';
import './ui/base.css';

declare global {
  interface Window {
    /** Opens and closes the devtools, also in production. */
    toggleDevtools: () => Promise<void>;
  }
}

// `eager`: the parts come with the page, and only wait to be evaluated.
async function start(): Promise<void> {
  const { openRoot } = await import(/* webpackMode: "eager" */ './root.ts');
  await endTask();
  const { openApp } = await import(/* webpackMode: "eager" */ './app.tsx');
  await endTask();
  openApp(openRoot());
}

const endTask = () => new Promise((resolve) => setTimeout(resolve));

const { hash } = location;
if (hash.startsWith('#lab'))
  void import('./devtools/lab/install.ts')
    .then(({ installLab }) => installLab(hash))
    .then(start, start);
else void start();

/** Starts the app in parts: each is evaluated in its own task, so that the page stays responsive on a slow machine. */
import './ui/tokens.css';
import './ui/base.css';

declare global {
  interface Window {
    /** Opens and closes the devtools, also in production. */
    toggleDevtools: () => Promise<void>;
  }
}

// `eager`: the parts come with the page, and only wait for their evaluation.
async function start(): Promise<void> {
  const { openRoot } = await import(/* webpackMode: "eager" */ './root.ts');
  await endTask();
  const { openApp } = await import(/* webpackMode: "eager" */ './app.tsx');
  await endTask();
  openApp(openRoot());
}

const endTask = () => new Promise((resolve) => setTimeout(resolve));

const { hash } = location;
if (/^#(lab|replay)/.test(hash))
  void import('./devtools/prepare-page.ts')
    .then(({ preparePage }) => preparePage(hash))
    .then(start, start);
else void start();

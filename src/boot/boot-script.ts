/**
 * The first code of the page: it stands inline in the HTML, before anything is fetched, and starts at
 * once what this visitor will need, instead of one thing after another.
 *
 * The build writes this file into the page (`scripts/rsbuild/boot.ts`), without a bundler: it imports
 * nothing but types.
 */

import type { BootPlan } from './boot-plan.ts';

/** Calls under way before the app runs. Each is taken once, by the call it stands for. */
interface EarlyCalls {
  token: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  answers: Map<string, Promise<Response>>;
  /** Addresses of those that the server has answered by now, and well. */
  answered: Set<string>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

export function startBoot(plan: BootPlan): void {
  const page = document.documentElement;
  let hasScript = false;
  applyPreferences();
  requestAnimationFrame(() => setTimeout(warmUpFonts, 0, [...plan.fonts]));
  const path = location.pathname.replace(/\/+$/, '') || '/';
  if (path !== '/' && path !== '/login' && path !== '/profile') return;
  // A recording is shown without a server: `src/devtools/recording`.
  if (location.hash === '#replay') return;

  let token: string | null = null;
  try {
    token = localStorage.getItem(plan.tokenKey);
  } catch {
    // Storage is switched off: nobody is signed in yet.
  }

  if (!token) {
    // Which look the shell takes on; /login remembers its mode in the history entry.
    page.dataset.boot = history.state?.authMode === 'login' ? 'login' : 'signup';
    plan.scripts.login.forEach(load);
    return;
  }
  const isProfile = path === '/profile';
  page.dataset.boot = isProfile ? 'profile' : 'home';
  const answered = new Set<string>();
  const answers = new Map([[plan.check, call(plan.check, token)]]);
  if (!isProfile) answers.set(plan.users, call(plan.users, token));
  window.earlyCalls = { token, startedAt: Date.now(), answers, answered };
  plan.scripts[isProfile ? 'profile' : 'home'].forEach(load);
  if (!isProfile && location.search.includes('with=')) plan.scripts.conversation.forEach(load);

  /** What the person prefers on this device, before anything is painted; `screens/overlays` follows it. */
  function applyPreferences(): void {
    try {
      const stored = JSON.parse(localStorage.getItem(plan.preferencesKey) ?? '{}');
      if (stored.theme === 'light' || stored.theme === 'dark') page.dataset.theme = stored.theme;
      if (stored.textSize > 100 && stored.textSize <= 200)
        page.style.fontSize = `${stored.textSize}%`;
    } catch {
      // Storage is switched off, or something else has written there.
    }
  }

  /**
   * The first text in a font makes the system look for that font, which can take longer than laying out a
   * whole screen. So it is done while the scripts are on their way, once the shell is painted, a font at a
   * time. When the first of them is there, which it is at once on a second visit, the screen itself is next.
   */
  function warmUpFonts([font, ...others]: string[]): void {
    if (font === undefined || hasScript) return;
    const text = document.createElement('i');
    text.textContent = 'Duet';
    text.style.cssText = `position:absolute;visibility:hidden;font:${font}`;
    document.body.append(text);
    text.getBoundingClientRect();
    text.remove();
    setTimeout(warmUpFonts, 0, others);
  }

  function call(address: string, value: string): Promise<Response> {
    const answer = fetch(address, {
      headers: { [plan.tokenHeader]: value },
      signal: AbortSignal.timeout(plan.deadlineMs),
    });
    answer.then(
      ({ ok }) => ok && answered.add(address),
      // Whoever takes it meets the failure; if nobody does, it is nobody's.
      () => {},
    );
    return answer;
  }

  /** As a script and not as a preload: one that is not needed after all is nothing to warn of. */
  function load(address: string): void {
    const script = document.createElement('script');
    script.src = address;
    // The bundler looks for a tag of this address before it makes its own: a broken one must go.
    script.onerror = () => script.remove();
    script.onload = () => {
      hasScript = true;
    };
    document.head.append(script);
  }
}

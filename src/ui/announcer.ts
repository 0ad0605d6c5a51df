/**
 * One polite live region for the whole page: what comes is read out there, each piece of news once and
 * in order. What comes together is gathered, and many of one kind become a number, since nobody could
 * follow them read out.
 */

/** News this close together belong together, in ms; but nothing waits longer than the second. */
const GATHER_MS = 400;
const MAX_WAIT_MS = 1_500;
/**
 * How long what is said stands there, in ms. A screen reader takes the words over with the change, though some
 * look again a moment later. To whoever reads through the page they say for a second time what is on the screen.
 */
const STANDING_MS = 2_000;

interface News {
  /** What belongs together, such as one person's messages. */
  kind: string;
  line: string;
  /** Says the same of several, and from how many on. */
  summarise: (count: number) => string;
  summariseFrom: number;
}

let gathered: News[] = [];
let since = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let region: HTMLElement | undefined;

export function announce(news: News): void {
  // It has to stand before there is something to say: only then it is read out.
  region ??= makeRegion();
  const now = Date.now();
  if (gathered.length === 0) since = now;
  gathered.push(news);
  clearTimeout(timer);
  timer = setTimeout(speak, Math.min(GATHER_MS, since + MAX_WAIT_MS - now));
}

function speak(): void {
  if (!region) return;
  const { ownerDocument } = region;
  const all = gathered;
  gathered = [];
  const counts = new Map<string, number>();
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lastOfKind = new Map(all.map((news) => [news.kind, news]));
  const lines = all.flatMap((news) => {
    const count = counts.get(news.kind) ?? 0;
    if (count < news.summariseFrom) return [news.line];
    return lastOfKind.get(news.kind) === news ? [news.summarise(count)] : [];
  });
  // New elements are read even if they say the same as those before.
  region.replaceChildren(
    ...lines.map((line) => {
      const paragraph = ownerDocument.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  timer = setTimeout(silence, STANDING_MS);
}

/** Takes back what was said and what was about to be. */
export function silence(): void {
  clearTimeout(timer);
  gathered = [];
  region?.replaceChildren();
}

function makeRegion(): HTMLElement {
  const made = document.createElement('div');
  made.setAttribute('role', 'status');
  made.dataset.announcer = '';
  document.body.append(made);
  return made;
}

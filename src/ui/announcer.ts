/**
 * One polite live region for the whole page: screen readers read each announcement once, in order. Announcements at the
 * same time are gathered; many of one kind become a number, since nobody could follow them all.
 */

/** Announcements this close together are gathered, in ms; none waits longer than the second value. */
const GATHER_MS = 400;
const MAX_WAIT_MS = 1_500;
/**
 * How long an announcement stays in the region, in ms. Screen readers read it when it changes, though some look again a
 * moment later. For people who read through the page it repeats what is on the screen.
 */
const STANDING_MS = 2_000;

interface News {
  /** Groups announcements, such as one person's messages. */
  kind: string;
  line: string;
  /** Replaces several announcements; absent: the last one does. */
  summarise?: (count: number) => string;
  /** From this number on. */
  summariseFrom?: number;
}

let gathered: News[] = [];
let since = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let region: HTMLElement | undefined;

export function announce(news: News): void {
  // It must exist before the first announcement: otherwise that is not read.
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
    if (count < (news.summariseFrom ?? 2)) return [news.line];
    return lastOfKind.get(news.kind) === news ? [news.summarise?.(count) ?? news.line] : [];
  });
  // New elements are read even if their text is the same as before.
  region.replaceChildren(
    ...lines.map((line) => {
      const paragraph = ownerDocument.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  timer = setTimeout(silence, STANDING_MS);
}

/** Removes current and waiting announcements. */
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

/** What was begun and not sent: kept through everything that a browser does, and the same in all windows. */
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

type Drafts = typeof import('../../src/kept/drafts.ts');

const draft = { text: 'not yet', cursor: 3, pictures: [] };
const picture = { id: 1, src: 'data:image/png;base64,AAAA' };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    // Listeners of the windows of this test write nothing into the next one.
    window.dispatchEvent(new Event('pagehide'));
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

/** A window of the browser, in which Ada is logged in. */
async function open(accountId = 'ada'): Promise<Drafts> {
  vi.resetModules();
  const opened = await import('../../src/kept/drafts.ts');
  opened.openDrafts(accountId);
  return opened;
}

const putAway = () => window.dispatchEvent(new Event('pagehide'));
const pause = () => vi.advanceTimersByTime(300);
const tell = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }));

describe('A draft', () => {
  test.each([
    ['after a pause in typing', pause],
    ['when the page is put away', putAway],
    ['when the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])(
    'survives a crash %s, with what it answers, for this account until it is sent',
    async (_when, happen) => {
      const answer = { ...draft, replyTo: { _id: 'm1', text: 'When?' } };
      const { changeDraft } = await open();
      changeDraft('ada', 'grace', answer);
      happen();
      const next = await open();
      expect(next.readDraft('ada', 'grace')).toEqual(answer);
      expect(renderHook(() => next.useDraftWords('grace')).result.current).toBe('not yet');
      expect(next.readDraft('ada', 'joan')).toBeUndefined();
      expect((await open('joan')).readDraft('joan', 'grace')).toBeUndefined();
      next.changeDraft('ada', 'grace', undefined);
      expect((await open()).readDraft('ada', 'grace')).toBeUndefined();
    },
  );

  test('quotes what it answers as that is now, on the device too', async () => {
    const { changeDraft, readDraft } = await open();
    const { publishQuote } = await import('../../src/stores/message-events.ts');
    changeDraft('ada', 'grace', { ...draft, replyTo: { _id: 'm1', text: 'When?', change: 1 } });
    publishQuote({ peerId: 'grace', quote: { _id: 'm2', text: 'Other', change: 5 } });
    publishQuote({ peerId: 'grace', quote: { _id: 'm1', text: 'Where?', change: 3 } });
    publishQuote({ peerId: 'grace', quote: { _id: 'm1', text: 'Who?', change: 2 } });
    expect(readDraft('ada', 'grace')?.replyTo?.text).toBe('Where?');
    const deleted = { _id: 'm1', change: 4, deleted: true };
    publishQuote({ peerId: 'grace', quote: deleted });
    pause();
    expect((await open()).readDraft('ada', 'grace')).toEqual({ ...draft, replyTo: deleted });
  });

  test('stays in the window where local storage refuses it, which is told once', async () => {
    const { changeDraft, readDraft } = await open();
    const { notify } = await import('../../src/ui/notify.ts');
    const notified = vi.spyOn(notify, 'error');
    const setItem = () => {
      throw new DOMException('No.', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { setItem });
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const text of ['Dear', 'Dear Grace']) {
      changeDraft('ada', 'grace', { ...draft, text });
      pause();
    }
    expect(readDraft('ada', 'grace')?.text).toBe('Dear Grace');
    const told = expect.stringContaining('can’t keep what you are writing');
    expect(notified.mock.calls).toEqual([[told]]);
  });

  test('goes with the account that logs out, whatever a closing screen wants, and with no other', async () => {
    const { changeDraft, openDrafts, readDraft, wipeDrafts } = await open();
    localStorage.setItem('draft/joan/grace', JSON.stringify({ text: 'hers', cursor: 0 }));
    changeDraft('ada', 'grace', draft);
    pause();
    changeDraft('ada', 'grace', { ...draft, text: 'not yet done' });
    wipeDrafts('ada');
    changeDraft('ada', 'grace', draft);
    pause();
    putAway();
    expect(readDraft('ada', 'grace')).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual(['draft/joan/grace']);
    openDrafts('ada');
    changeDraft('ada', 'grace', draft);
    expect(readDraft('ada', 'grace')).toEqual(draft);
  });
});

describe('Of several windows', () => {
  test('each follows what the others write and send', async () => {
    const here = await open();
    const heard = vi.fn();
    onTestFinished(here.subscribeDraft('ada', 'grace', heard));
    localStorage.setItem('draft/ada/grace', JSON.stringify({ text: 'Dear Grace', cursor: 10 }));
    tell('draft/ada/grace');
    expect(here.readDraft('ada', 'grace')).toMatchObject({ text: 'Dear Grace', cursor: 10 });
    localStorage.removeItem('draft/ada/grace');
    tell('draft/ada/grace');
    expect(here.readDraft('ada', 'grace')).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test('one keeps what was typed in it since the last pause, and its pictures', async () => {
    const here = await open();
    const sendElsewhere = () => {
      localStorage.removeItem('draft/ada/grace');
      tell('draft/ada/grace');
    };
    here.changeDraft('ada', 'grace', { ...draft, pictures: [picture] });
    sendElsewhere();
    expect(here.readDraft('ada', 'grace')?.text).toBe('not yet');
    pause();
    expect((await open()).readDraft('ada', 'grace')).toEqual(draft);
    sendElsewhere();
    expect(here.readDraft('ada', 'grace')).toEqual({ text: '', cursor: 0, pictures: [picture] });
  });
});

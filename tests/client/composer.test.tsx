/** Spec section 2 (text box, attach button) and section 5 (what is sent and what is refused). */
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Sendable } from '../../src/conversation/entities.ts';
import { changeDraft, openDrafts, readDraft } from '../../src/kept/drafts.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { Composer } from '../../src/screens/chat/composer/composer.tsx';
import { beginReply } from '../../src/screens/chat/composer/reply-bar.tsx';
import { giveBack } from '../../src/screens/chat/composer/use-draft.ts';
import { findUnfinished } from '../../src/session/unfinished.ts';
import { noteQuote } from '../../src/stores/message-events.ts';
import { setPreference } from '../../src/stores/preferences.ts';
import { NotificationHost } from '../../src/ui/notification-host.tsx';
import { notify } from '../../src/ui/notify.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { withRouter } from './support/with-router.tsx';

beforeEach(() => openDrafts('me'));
afterEach(cleanup);

let people = 0;

/** A box of its own: each test writes to somebody nobody else writes to. */
function openBox(peerId = `peer-${++people}`) {
  const sent: Sendable[] = [];
  const answered: (string | undefined)[] = [];
  const onTyping = vi.fn();
  const view = render(
    withRouter(
      <>
        <Composer
          accountId="me"
          peerId={peerId}
          peerName="Ben"
          onSend={(content, references) => {
            sent.push(content);
            answered.push(references?.replyTo?._id);
          }}
          onTyping={onTyping}
        />
        <NotificationHost />
      </>,
    ),
  );
  return { peerId, sent, answered, onTyping, view };
}

const box = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Send a message...');
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pressEnter = (more: object = {}) => fireEvent.keyDown(box(), { key: 'Enter', ...more });
async function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input.');
  await act(async () => fireEvent.change(input, { target: { files } }));
}
const PNG = makePng(2, 2);
const PICTURE_URL = makeDataUrl(PNG);
const makePicture = (type = 'image/png', bytes: Uint8Array<ArrayBuffer> = new Uint8Array(PNG)) =>
  new File([bytes], 'picture', { type });
const previews = () => screen.queryAllByAltText('Ready to send');

describe('Answering a message', () => {
  const quote = (peerId: string) => ({ _id: 'm1', senderId: peerId, text: 'Are you there?' });

  test('quotes it above the box, and in the next message alone', async () => {
    const { peerId, sent, answered } = openBox();
    act(() => beginReply(quote(peerId)));
    screen.getByText('Reply to Ben');
    screen.getByText('Are you there?');
    expect(document.activeElement).toBe(box());
    type('Yes');
    pressEnter();
    expect(screen.queryByText('Reply to Ben')).toBeNull();
    type('And you?');
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Yes' }, { text: 'And you?' }]));
    expect(answered).toEqual(['m1', undefined]);
  });

  test('quotes it as it is now, with an empty box and a filled one', () => {
    const { peerId } = openBox();
    act(() => beginReply({ ...quote(peerId), change: 1 }));
    act(() => noteQuote({ peerId, quote: { ...quote(peerId), text: 'Are you here?', change: 3 } }));
    screen.getByText('Are you here?');
    type('Yes');
    act(() => noteQuote({ peerId, quote: { _id: 'm1', deleted: true, change: 4 } }));
    expect(screen.queryByText('Are you here?')).toBeNull();
    screen.getByText('Deleted message');
    expect(box().value).toBe('Yes');
  });

  test('is cancelled by Escape and by its button, and the text stays', () => {
    const { peerId, answered } = openBox();
    type('Yes');
    act(() => beginReply({ _id: 'm2', senderId: 'me' }));
    screen.getByText('Reply to yourself');
    screen.getByText('Picture');
    expect(fireEvent.keyDown(box(), { key: 'Escape' })).toBe(false);
    expect(screen.queryByText('Reply to yourself')).toBeNull();
    act(() => beginReply(quote(peerId)));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the reply' }));
    expect(screen.queryByText('Reply to Ben')).toBeNull();
    expect(box().value).toBe('Yes');
    pressEnter();
    expect(answered).toEqual([undefined]);
  });

  test('is kept with the draft', async () => {
    const { peerId, view } = openBox();
    act(() => beginReply(quote(peerId)));
    type('Half a sen');
    view.unmount();
    openBox(peerId);
    await waitFor(() => screen.getByText('Reply to Ben'));
    expect(box().value).toBe('Half a sen');
  });
});

describe('Writing a message', () => {
  test('Enter sends the trimmed text and empties the box (TALK-3, VALID-2)', async () => {
    const { sent } = openBox();
    type('  Hello there \n');
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Hello there' }]));
    expect(box().value).toBe('');
  });

  test('the Send button sends as well (TALK-3)', async () => {
    const { sent } = openBox();
    type('Hello');
    fireEvent.click(sendButton());
    await waitFor(() => expect(sent).toEqual([{ text: 'Hello' }]));
  });

  test('Shift+Enter breaks the line instead', () => {
    const { sent } = openBox();
    type('Hello');
    expect(pressEnter({ shiftKey: true })).toBe(true);
    expect(sent).toEqual([]);
  });

  test('Enter that chooses a word of an input method sends nothing', () => {
    const { sent } = openBox();
    type('こん');
    pressEnter({ isComposing: true });
    pressEnter({ keyCode: 229 });
    expect(sent).toEqual([]);
    expect(box().value).toBe('こん');
  });

  test('a blank text is not sent, neither by Enter nor by Send (VALID-2)', () => {
    const { sent } = openBox();
    fireEvent.click(sendButton());
    type('  \n ');
    pressEnter();
    fireEvent.click(sendButton());
    expect(sent).toEqual([]);
    expect(box().value).toBe('  \n ');
  });

  test('the box keeps the focus whatever Send does, so that what is typed next is not lost', () => {
    const { sent } = openBox();
    for (const text of ['Hello', '', 'x'.repeat(LIMITS.messageText + 1)]) {
      type(text);
      sendButton().focus();
      fireEvent.click(sendButton());
      expect(document.activeElement).toBe(box());
    }
    expect(sent).toEqual([{ text: 'Hello' }]);
  });

  test('Enter twice is one message', async () => {
    const { sent } = openBox();
    type('Once');
    pressEnter();
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Once' }]));
  });

  test('near the most that a message may have, what is left is counted, one character as one', () => {
    openBox();
    type('x'.repeat(LIMITS.messageText - 1));
    expect(screen.getByText('1 character left')).toBeTruthy();
    type('x'.repeat(LIMITS.messageText + 1));
    expect(screen.getByText('1 character over the limit')).toBeTruthy();
  });

  test('a text that is too long stays in the box, with the reason', async () => {
    const { sent } = openBox();
    const long = 'x'.repeat(LIMITS.messageText + 1);
    type(long);
    pressEnter();
    expect(await screen.findByText(/can be up to/)).toBeTruthy();
    expect(sent).toEqual([]);
    expect(box().value).toBe(long);
  });

  test('a text that no message could hold does not come in, however it is added', async () => {
    openBox();
    type('x'.repeat(15_000));
    const add = (data: string) =>
      fireEvent(box(), new InputEvent('beforeinput', { data, bubbles: true, cancelable: true }));
    expect(add('y'.repeat(5_000))).toBe(true);
    expect(add('y'.repeat(5_001))).toBe(false);
    await screen.findByText(/This text is too long to add/);
    box().setSelectionRange(0, 1);
    expect(add('y'.repeat(5_001))).toBe(true);
  });

  test('typing is announced, and deleting the last letter is not', () => {
    const { onTyping } = openBox();
    type('H');
    expect(onTyping).toHaveBeenCalledTimes(1);
    type('');
    expect(onTyping).toHaveBeenCalledTimes(1);
  });
});

describe('Sending a picture', () => {
  test('only png and jpeg are offered (TALK-4, VALID-3, LIMIT-6)', () => {
    openBox();
    const input = document.querySelector('input[type=file]');
    expect(input?.getAttribute('accept')).toBe('image/png,image/jpeg');
    expect(screen.getByRole('button', { name: 'Attach image' })).toBeTruthy();
  });

  test('a chosen picture is shown, and sent as a data URL by one press of Send', async () => {
    const { sent } = openBox();
    await choose(makePicture());
    expect(await screen.findByAltText('Ready to send')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(sendButton());
    await waitFor(() => expect(sent).toEqual([{ image: PICTURE_URL }]));
    expect(screen.queryByAltText('Ready to send')).toBeNull();
  });

  test('picture and text together are two messages, the picture first', async () => {
    const { sent } = openBox();
    type('Look');
    await choose(makePicture());
    await screen.findByAltText('Ready to send');
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ image: PICTURE_URL }, { text: 'Look' }]));
  });

  test('a chosen picture can be removed again', async () => {
    const { sent } = openBox();
    await choose(makePicture());
    fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
    fireEvent.click(sendButton());
    expect(screen.queryByAltText('Ready to send')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('a file that is no image is refused with “Select an image file” (VALID-3, ERROR-4)', async () => {
    const { sent } = openBox();
    await choose(makePicture('text/plain'));
    expect(await screen.findByText('Select an image file')).toBeTruthy();
    expect(screen.queryByAltText('Ready to send')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('several are shown in order, sent in order, and each can be removed', async () => {
    const { sent } = openBox();
    const [first, second, third] = [makePng(1, 1), makePng(2, 1), makePng(3, 1)];
    await choose(
      ...[first, second, third].map((png) => makePicture('image/png', new Uint8Array(png))),
    );
    await waitFor(() => expect(previews()).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Remove picture 2 of 3' }));
    pressEnter();
    expect(sent).toEqual([{ image: makeDataUrl(first) }, { image: makeDataUrl(third) }]);
  });

  test('a file that is no image does not keep the others from being chosen', async () => {
    openBox();
    await choose(makePicture('text/plain'), makePicture());
    expect(await screen.findByText('Select an image file')).toBeTruthy();
    await waitFor(() => expect(previews()).toHaveLength(1));
  });

  test('more than ten are refused with a sentence, and the first ten stay', async () => {
    openBox();
    await choose(...Array.from({ length: 12 }, () => makePicture()));
    expect(await screen.findByText('You can add up to 10 pictures.')).toBeTruthy();
    await waitFor(() => expect(previews()).toHaveLength(10));
  });

  test('one that is sent while it is prepared is sent as a promise of it', async () => {
    const { sent } = openBox();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no file input.');
    fireEvent.change(input, { target: { files: [makePicture()] } });
    pressEnter();
    const [first] = sent;
    if (!first || !('image' in first)) throw new Error('No picture was sent.');
    expect(first.image).toBeInstanceOf(Promise);
    expect(await first.image).toBe(PICTURE_URL);
  });

  test('one that cannot be read is refused in plain words, and what was written stays', async () => {
    openBox();
    type('Words');
    await choose(makePicture('image/png', new Uint8Array(3)));
    expect(await screen.findByText('This file isn’t a readable picture.')).toBeTruthy();
    expect(box().value).toBe('Words');
    expect(previews()).toHaveLength(0);
  });

  test('one that cannot be read is not told of once it has been removed', async () => {
    const notified = vi.spyOn(notify, 'error');
    onTestFinished(() => notified.mockRestore());
    const { peerId } = openBox();
    const broken = Promise.withResolvers<string>();
    act(() => giveBack(peerId, { image: broken.promise, original: makePicture() }));
    fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
    broken.reject(new Error('This file isn’t a readable picture.'));
    await act(async () => {});
    expect(notified).not.toHaveBeenCalled();
  });

  test('a pasted picture is taken, and words with a picture of them stay words', async () => {
    openBox();
    const paste = (types: string[]) =>
      fireEvent.paste(box(), { clipboardData: { types, files: [makePicture()] } });
    expect(paste(['text/plain', 'text/html', 'Files'])).toBe(true);
    expect(paste(['Files'])).toBe(false);
    await waitFor(() => expect(previews()).toHaveLength(1));
  });
});

describe('The key that sends', () => {
  test('is Ctrl or Cmd with Enter for who prefers it; Enter alone then breaks the line', () => {
    setPreference('sendKey', 'command-enter');
    onTestFinished(() => setPreference('sendKey', 'enter'));
    const { sent } = openBox();
    type('Hello');
    expect(pressEnter()).toBe(true);
    expect(sent).toEqual([]);
    pressEnter({ ctrlKey: true });
    expect(sent).toEqual([{ text: 'Hello' }]);
    type('Again');
    pressEnter({ metaKey: true });
    expect(sent).toHaveLength(2);
  });

  test('on a touch screen is the button: Enter breaks the line, unless the person chose otherwise', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: query === '(pointer: coarse)',
        media: query,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    const { sent } = openBox();
    type('Hello');
    expect(box().getAttribute('enterkeyhint')).toBe('enter');
    expect(pressEnter()).toBe(true);
    expect(sent).toEqual([]);
    onTestFinished(() => setPreference('touchEnter', 'break'));
    act(() => setPreference('touchEnter', 'send'));
    expect(box().getAttribute('enterkeyhint')).toBe('send');
    pressEnter();
    expect(sent).toEqual([{ text: 'Hello' }]);
  });

  test('is Enter otherwise, and Ctrl+Enter breaks the line where the caret is', () => {
    const { sent } = openBox();
    type('ab');
    box().setSelectionRange(1, 1);
    pressEnter({ ctrlKey: true });
    expect(box().value).toBe('a\nb');
    expect(sent).toEqual([]);
  });

  test('held down sends once', () => {
    const { sent } = openBox();
    type('One');
    pressEnter();
    type('Two');
    pressEnter({ repeat: true });
    expect(sent).toEqual([{ text: 'One' }]);
  });
});

describe('What is taken back', () => {
  test('stands in the box again, in front of what was written since', () => {
    const { peerId } = openBox();
    type('Written since');
    act(() => giveBack(peerId, { text: 'Taken back' }));
    expect(box().value).toBe('Taken back\nWritten since');
    expect(document.activeElement).toBe(box());
  });

  test('is a picture among those to be sent', async () => {
    const { peerId, sent } = openBox();
    const picture = { image: Promise.resolve(PICTURE_URL), original: makePicture() };
    act(() => giveBack(peerId, picture));
    await waitFor(() => expect(previews()).toHaveLength(1));
    pressEnter();
    expect(sent).toEqual([{ image: PICTURE_URL }]);
  });
});

test('What is taken back where nothing can be written is in the box when it is there again', async () => {
  const peerId = `peer-${++people}`;
  giveBack(peerId, { text: 'Taken back' });
  giveBack(peerId, { image: Promise.resolve(PICTURE_URL), original: makePicture() });
  openBox(peerId);
  expect(box().value).toBe('Taken back');
  await waitFor(() => expect(previews()).toHaveLength(1));
});

describe('A draft', () => {
  test('is there again when the conversation is opened again', async () => {
    const { peerId, view } = openBox();
    type('Half a sen');
    view.unmount();
    openBox(peerId);
    await waitFor(() => expect(box().value).toBe('Half a sen'));
  });

  test('keeps its pictures', async () => {
    const { peerId, view } = openBox();
    await choose(makePicture(), makePicture());
    await waitFor(() => expect(previews()).toHaveLength(2));
    view.unmount();
    openBox(peerId);
    await waitFor(() => expect(previews()).toHaveLength(2));
    // The restored draft has no text: its caret must not be set in the first typed one.
    type('h');
    expect(box().selectionStart).toBe(1);
  });

  test('is kept while one of its pictures is still being prepared, and a logout asks about it', async () => {
    const { peerId } = openBox();
    type('Words');
    act(() => giveBack(peerId, { image: new Promise(() => {}), original: makePicture() }));
    const { drafts } = await findUnfinished(makeQueryClient(), 'me');
    expect(drafts.get(peerId)).toEqual({ texts: ['Words'], pictures: 1 });
  });

  test('belongs to one person', async () => {
    const { view } = openBox();
    type('For you alone');
    view.unmount();
    openBox();
    await act(async () => {});
    expect(box().value).toBe('');
  });

  test('is gone for good once it is sent', async () => {
    const { peerId, sent, view } = openBox();
    type('Off it goes');
    pressEnter();
    await waitFor(() => expect(sent).toHaveLength(1));
    view.unmount();
    expect(readDraft('me', peerId)).toBeUndefined();
  });

  test('that another window begins is shown by this one, and stays when this one is drawn again', async () => {
    const { peerId } = openBox();
    type('Sent from here');
    pressEnter();
    act(() => changeDraft('me', peerId, { text: 'Written there', cursor: 0, pictures: [] }));
    expect(box().value).toBe('Written there');
    act(() => setPreference('sendKey', 'command-enter'));
    onTestFinished(() => setPreference('sendKey', 'enter'));
    expect(readDraft('me', peerId)?.text).toBe('Written there');
  });
});

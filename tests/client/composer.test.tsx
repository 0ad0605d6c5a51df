/** Spec section 2 (text box, attach button) and section 5 (what is sent and what is refused). */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Sendable } from '../../src/conversation/entities.ts';
import { changeDraft, openDrafts, readDraft } from '../../src/kept/drafts.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { Composer } from '../../src/screens/chat/composer/composer.tsx';
import { EditBar } from '../../src/screens/chat/composer/edit-bar.tsx';
import { beginReply } from '../../src/screens/chat/composer/reply-bar.tsx';
import { giveBack } from '../../src/screens/chat/composer/use-draft.ts';
import { findUnfinished } from '../../src/session/log-out.ts';
import { publishQuote } from '../../src/stores/message-events.ts';
import { setPreference } from '../../src/stores/preferences.ts';
import { NotificationHost } from '../../src/ui/notification-host.tsx';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { mockMedia } from './support/window.ts';
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
function pick(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input.');
  fireEvent.change(input, { target: { files } });
}
const choose = (...files: File[]) => act(async () => pick(...files));
const PNG = makePng(2, 2);
const PICTURE_URL = makeDataUrl(PNG);
const makePicture = (type = 'image/png', bytes: Uint8Array<ArrayBuffer> = new Uint8Array(PNG)) =>
  new File([bytes], 'picture', { type });
const previews = () => screen.queryAllByAltText('Ready to send');

test('The focus returns to where it was in the message, such as its quote, when an edit ends', () => {
  const edit = { messageId: 'm1', key: 'm1', before: 'helo', version: 0 };
  const list = (editBar?: ReactElement) =>
    withRouter(
      <QueryClientProvider client={makeQueryClient()}>
        <div className="message">
          <button type="button">Quote</button>
        </div>
        {editBar}
      </QueryClientProvider>,
    );
  const { rerender } = render(list());
  screen.getByText('Quote').focus();
  rerender(list(<EditBar peerId="peer" edit={edit} />));
  const editBox = screen.getByRole('textbox', { name: 'Edit message' });
  expect(document.activeElement).toBe(editBox);
  fireEvent.keyDown(editBox, { key: 'Escape' });
  expect(document.activeElement).toBe(screen.getByText('Quote'));
});

describe('Answering a message', () => {
  const quote = (peerId: string) => ({ _id: 'm1', senderId: peerId, text: 'Are you there?' });

  test('quotes it as it is now above the box, and in the next message alone', async () => {
    const { peerId, sent, answered } = openBox();
    act(() => beginReply({ ...quote(peerId), change: 1 }));
    screen.getByText('Reply to Ben');
    screen.getByText('Are you there?');
    expect(document.activeElement).toBe(box());
    type('Yes');
    act(() => publishQuote({ peerId, quote: { _id: 'm1', deleted: true, change: 4 } }));
    expect(screen.queryByText('Are you there?')).toBeNull();
    screen.getByText('Deleted message');
    screen.getByText('Reply');
    pressEnter();
    expect(screen.queryByText('Reply to Ben')).toBeNull();
    type('And you?');
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Yes' }, { text: 'And you?' }]));
    expect(answered).toEqual(['m1', undefined]);
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
});

describe('Writing a message', () => {
  test('Enter sends the trimmed text once, however long it is pressed, and empties the box (TALK-3, VALID-2)', async () => {
    const { peerId, sent } = openBox();
    // With half of an emoji.
    type('  Hello there \ud83d\n');
    pressEnter();
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Hello there' }]));
    expect(box().value).toBe('');
    expect(readDraft('me', peerId)).toBeUndefined();
    type('Two');
    pressEnter({ repeat: true });
    expect(sent).toHaveLength(1);
  });

  test('Enter breaks the line with Shift or Ctrl, and chooses the words of an input method', () => {
    const { sent } = openBox();
    type('ab');
    expect(pressEnter({ shiftKey: true })).toBe(true);
    box().setSelectionRange(1, 1);
    pressEnter({ ctrlKey: true });
    expect(box().value).toBe('a\nb');
    pressEnter({ isComposing: true });
    pressEnter({ keyCode: 229 });
    expect(sent).toEqual([]);
  });

  test('Enter takes the emoji that is offered if its name was begun, or if it was chosen by an arrow', async () => {
    const { sent } = openBox();
    for (const text of [':oo', 'So :ja', ':nowhere']) {
      type(text);
      if (text !== ':nowhere') await screen.findByRole('listbox');
      pressEnter();
      expect(sent.at(-1)).toEqual({ text });
    }
    for (const text of [':ja', ':tada', ':+1']) {
      type(':');
      type(text);
      await screen.findByRole('listbox');
      if (text === ':ja') fireEvent.keyDown(box(), { key: 'ArrowDown' });
      expect(pressEnter()).toBe(false);
      expect(screen.queryByRole('listbox')).toBeNull();
      expect(sent).toHaveLength(3);
    }
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

  test('the Send button sends, and whatever it does the box keeps the focus (TALK-3)', () => {
    const { sent } = openBox();
    for (const text of ['Hello', '', 'x'.repeat(LIMITS.messageText + 1)]) {
      type(text);
      sendButton().focus();
      fireEvent.click(sendButton());
      expect(document.activeElement).toBe(box());
    }
    expect(sent).toEqual([{ text: 'Hello' }]);
  });

  test('typing is announced; near the most that a message may have, what is left is counted, and a longer text stays', async () => {
    const { sent, onTyping } = openBox();
    type('x'.repeat(LIMITS.messageText - 1));
    expect(onTyping).toHaveBeenCalledTimes(1);
    type('');
    expect(onTyping).toHaveBeenCalledTimes(1);
    type('x'.repeat(LIMITS.messageText - 1));
    expect(screen.getByText('1 character left')).toBeTruthy();
    const long = 'x'.repeat(LIMITS.messageText + 1);
    type(long);
    expect(screen.getByText('1 character over the limit')).toBeTruthy();
    pressEnter();
    expect(await screen.findByText(/can be up to/)).toBeTruthy();
    expect(sent).toEqual([]);
    expect(box().value).toBe(long);
  });
});

describe('Sending a picture', () => {
  test('only png and jpeg are offered, and sent as a data URL by one press of Send (TALK-4, VALID-3, LIMIT-6)', async () => {
    const { sent } = openBox();
    const input = document.querySelector('input[type=file]');
    expect(input?.getAttribute('accept')).toBe('image/png,image/jpeg');
    expect(screen.getByRole('button', { name: 'Attach image' })).toBeTruthy();
    await choose(makePicture());
    await waitFor(() => expect(previews()).toHaveLength(1));
    expect(sent).toEqual([]);
    fireEvent.click(sendButton());
    await waitFor(() => expect(sent).toEqual([{ image: PICTURE_URL }]));
    expect(previews()).toEqual([]);
  });

  test('several are sent in order before the text, and each can be removed', async () => {
    const { sent } = openBox();
    const [first, second, third] = [makePng(1, 1), makePng(2, 1), makePng(3, 1)];
    type('Look');
    await choose(
      ...[first, second, third].map((png) => makePicture('image/png', new Uint8Array(png))),
    );
    await waitFor(() => expect(previews()).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Remove picture 2 of 3' }));
    pressEnter();
    const images = [first, third].map((png) => ({ image: makeDataUrl(png) }));
    expect(sent).toEqual([...images, { text: 'Look' }]);
  });

  test('a file that is no image is refused with “Select an image file”, and not those beside it (VALID-3, ERROR-4)', async () => {
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
    pick(makePicture());
    pressEnter();
    const [first] = sent;
    if (!first || !('image' in first)) throw new Error('No picture was sent.');
    expect(first.image).toBeInstanceOf(Promise);
    expect(await first.image).toBe(PICTURE_URL);
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
    const touched = mockMedia('(pointer: coarse)');
    onTestFinished(() => touched.mockRestore());
    const { sent } = openBox();
    type('Hello');
    expect(box().getAttribute('enterkeyhint')).toBe('enter');
    expect(pressEnter()).toBe(true);
    expect(sent).toEqual([]);
    onTestFinished(() => setPreference('touchEnter', 'break'));
    act(() => setPreference('touchEnter', 'send'));
    expect(box().getAttribute('enterkeyhint')).toBe('send');
    // The keyboard still composes the last word.
    pressEnter({ isComposing: true, keyCode: 13 });
    expect(sent).toEqual([{ text: 'Hello' }]);
  });
});

test('What is taken back stands in front of what was written since, a picture among those to be sent', async () => {
  const { peerId, sent } = openBox();
  type('Written since');
  act(() => giveBack(peerId, { text: 'Taken back' }));
  expect(box().value).toBe('Taken back\nWritten since');
  expect(document.activeElement).toBe(box());
  const image = Promise.resolve(PICTURE_URL);
  act(() => giveBack(peerId, { image, original: makePicture() }));
  await waitFor(() => expect(previews()).toHaveLength(1));
  pressEnter();
  expect(sent[0]).toEqual({ image: PICTURE_URL });
});

describe('A draft', () => {
  test('is there again when the conversation is opened again, with its pictures and what was taken back', async () => {
    const { peerId, view } = openBox();
    await choose(makePicture(), makePicture());
    await waitFor(() => expect(previews()).toHaveLength(2));
    view.unmount();
    const again = openBox(peerId);
    await waitFor(() => expect(previews()).toHaveLength(2));
    // The restored draft has no text: its caret must not be set in the first typed one.
    type('h');
    expect(box().selectionStart).toBe(1);
    again.view.unmount();
    giveBack(peerId, { text: 'Taken back' });
    openBox(peerId);
    expect(box().value).toBe('Taken back\nh');
  });

  test('is kept while one of its pictures is still being prepared, and a logout asks about it', async () => {
    const { peerId } = openBox();
    type('Words');
    act(() => giveBack(peerId, { image: new Promise(() => {}), original: makePicture() }));
    const { drafts } = await findUnfinished(makeQueryClient(), 'me');
    expect(drafts.get(peerId)).toEqual({ texts: ['Words'], pictures: 1 });
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

/** Spec section 2 (text box, attach button) and section 5 (what is sent and what is refused). */
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readDraft, writeDraft } from '../../src/drafts/drafts.ts';
import type { MessageContent } from '../../src/protocol/entities.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { Composer } from '../../src/screens/chat/composer/composer.tsx';
import { NotificationHost } from '../../src/ui/notification-host.tsx';

afterEach(cleanup);

let people = 0;

/** A box of its own: each test writes to somebody nobody else writes to. */
function openBox(peerId = `peer-${++people}`) {
  const sent: MessageContent[] = [];
  const onTyping = vi.fn();
  const view = render(
    <>
      <Composer
        accountId="me"
        peerId={peerId}
        onSend={(content) => sent.push(content)}
        onTyping={onTyping}
      />
      <NotificationHost />
    </>,
  );
  return { peerId, sent, onTyping, view };
}

const box = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Send a message...');
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pressEnter = (more: object = {}) => fireEvent.keyDown(box(), { key: 'Enter', ...more });
async function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input.');
  await act(async () => fireEvent.change(input, { target: { files: [file] } }));
}
const makePicture = (type = 'image/png', bytes = 3) =>
  new File([new Uint8Array(bytes)], 'picture', { type });
const PICTURE_URL = 'data:image/png;base64,AAAA';

describe('Writing a message', () => {
  test('Enter sends the trimmed text and empties the box', async () => {
    const { sent } = openBox();
    type('  Hello there \n');
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Hello there' }]));
    expect(box().value).toBe('');
  });

  test('the Send button sends as well', async () => {
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

  test('a blank text is not sent, and Send says that it does nothing', () => {
    const { sent } = openBox();
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    type('  \n ');
    pressEnter();
    fireEvent.click(sendButton());
    expect(sent).toEqual([]);
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    type('x');
    expect(sendButton().getAttribute('aria-disabled')).toBe('false');
  });

  test('Enter twice is one message', async () => {
    const { sent } = openBox();
    type('Once');
    pressEnter();
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ text: 'Once' }]));
  });

  test('a text that is too long stays in the box, with the reason', async () => {
    const { sent } = openBox();
    const long = 'x'.repeat(LIMITS.messageText + 1);
    type(long);
    pressEnter();
    expect(await screen.findByText(/too long/)).toBeTruthy();
    expect(sent).toEqual([]);
    expect(box().value).toBe(long);
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
  test('only png and jpeg are offered', () => {
    openBox();
    const input = document.querySelector('input[type=file]');
    expect(input?.getAttribute('accept')).toBe('image/png,image/jpeg');
    expect(screen.getByRole('button', { name: 'Attach image' })).toBeTruthy();
  });

  test('a chosen picture is shown, and sent as a data URL by one press of Send', async () => {
    const { sent } = openBox();
    await choose(makePicture());
    expect(screen.getByAltText('To be sent')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(sendButton());
    await waitFor(() => expect(sent).toEqual([{ image: PICTURE_URL }]));
    expect(screen.queryByAltText('To be sent')).toBeNull();
  });

  test('picture and text together are two messages, the picture first', async () => {
    const { sent } = openBox();
    type('Look');
    await choose(makePicture());
    pressEnter();
    await waitFor(() => expect(sent).toEqual([{ image: PICTURE_URL }, { text: 'Look' }]));
  });

  test('a chosen picture can be removed again', async () => {
    const { sent } = openBox();
    await choose(makePicture());
    fireEvent.click(screen.getByRole('button', { name: 'Remove image' }));
    fireEvent.click(sendButton());
    expect(screen.queryByAltText('To be sent')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('a file that is no image is refused with “Select an image file”', async () => {
    const { sent } = openBox();
    await choose(makePicture('text/plain'));
    expect(await screen.findByText('Select an image file')).toBeTruthy();
    expect(screen.queryByAltText('To be sent')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('one that is too large is refused early, and what was written stays', async () => {
    openBox();
    type('Words');
    await choose(makePicture('image/png', LIMITS.imageBytes + 1));
    expect(await screen.findByText(/too large/)).toBeTruthy();
    expect(box().value).toBe('Words');
  });
});

describe('A draft', () => {
  test('is there again when the conversation is opened again', async () => {
    const { peerId, view } = openBox();
    type('Half a sen');
    view.unmount();
    openBox(peerId);
    await waitFor(() => expect(box().value).toBe('Half a sen'));
  });

  test('keeps its picture', async () => {
    const { peerId, view } = openBox();
    await choose(makePicture());
    view.unmount();
    await waitFor(async () => {
      expect((await readDraft('me', peerId))?.image).toBe(PICTURE_URL);
    });
    openBox(peerId);
    expect(await screen.findByAltText('To be sent')).toBeTruthy();
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
    await waitFor(async () => expect(await readDraft('me', peerId)).toBeUndefined());
  });

  test('that comes late does not overwrite what is being typed', async () => {
    const peerId = `peer-${++people}`;
    await writeDraft('me', peerId, { text: 'Old words', cursor: 0 });
    openBox(peerId);
    type('New words');
    await act(async () => {
      await readDraft('me', peerId);
    });
    expect(box().value).toBe('New words');
  });
});

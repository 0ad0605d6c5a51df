/** What the people list can do beyond showing people: keys from one to the next, what is out of sight, inviting. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { UserId } from '../../src/protocol/entities.ts';
import { Invite } from '../../src/screens/chat/people/invite.tsx';
import { NewAbove } from '../../src/screens/chat/people/new-above.tsx';
import { useNeighbourKeys } from '../../src/screens/chat/people/use-neighbour-keys.ts';
import { nameKey } from '../../src/screens/overlays/shortcuts.ts';
import { clearUnseen, incrementUnseen } from '../../src/stores/unseen.ts';

afterEach(() => {
  cleanup();
  clearUnseen();
  vi.unstubAllGlobals();
});

const IDS = ['a', 'b', 'c', 'd'];

describe('Alt with an arrow', () => {
  function Keys({ selectedId, onOpen }: { selectedId: UserId | null; onOpen: () => void }) {
    useNeighbourKeys(IDS, selectedId, onOpen);
    return <textarea />;
  }

  /** Who is opened from `selectedId` by the arrow. */
  function press(selectedId: UserId | null, key: string, shiftKey = false) {
    const onOpen = vi.fn();
    render(<Keys selectedId={selectedId} onOpen={onOpen} />);
    fireEvent.keyDown(screen.getByRole('textbox'), { key, altKey: true, shiftKey });
    cleanup();
    return onOpen.mock.calls[0]?.[0];
  }

  test('opens the conversation above or below, and stays at the ends', () => {
    expect(press('b', 'ArrowDown')).toBe('c');
    expect(press('b', 'ArrowUp')).toBe('a');
    expect(press('a', 'ArrowUp')).toBeUndefined();
    expect(press('d', 'ArrowDown')).toBeUndefined();
    expect(press(null, 'ArrowDown')).toBe('a');
    expect(press(null, 'ArrowUp')).toBe('d');
  });

  test('opens with Shift the next one with unseen messages, and goes round', () => {
    expect(press('b', 'ArrowDown', true)).toBeUndefined();
    incrementUnseen('a');
    incrementUnseen('d');
    expect(press('b', 'ArrowDown', true)).toBe('d');
    expect(press('d', 'ArrowDown', true)).toBe('a');
    expect(press('a', 'ArrowUp', true)).toBe('d');
    expect(press(null, 'ArrowDown', true)).toBe('a');
  });

  test('is named as the keyboard names it', () => {
    expect(nameKey('Alt')).toBe('Alt');
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    expect(nameKey('Alt')).toBe('⌥');
    vi.restoreAllMocks();
  });
});

test('People with new messages above what is in view are counted, and the first is shown on request', () => {
  const list = document.createElement('ul');
  const onShow = vi.fn();
  const rowHeight = 64;
  const listRef = { current: list };
  render(<NewAbove listRef={listRef} ids={IDS} rowHeight={rowHeight} onShow={onShow} />);
  const scroll = (rows: number) =>
    act(() => {
      list.scrollTop = rows * rowHeight;
      fireEvent.scroll(list);
    });
  act(() => {
    incrementUnseen('b');
    incrementUnseen('d');
  });
  expect(screen.queryByRole('button')).toBeNull();
  scroll(2);
  fireEvent.click(screen.getByRole('button', { name: '1 new' }));
  expect(onShow).toHaveBeenCalledExactlyOnceWith(1);
  scroll(0);
  expect(screen.queryByRole('button')).toBeNull();
});

describe('Somebody alone', () => {
  test('copies the address of the server', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    render(<Invite />);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(location.origin);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(writeText).toHaveBeenCalledExactlyOnceWith(location.origin);
  });

  test('copies it the old way where an insecure address has no clipboard', async () => {
    vi.stubGlobal('navigator', {});
    const execCommand = vi.fn(() => true);
    Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
    render(<Invite />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(execCommand).toHaveBeenCalledExactlyOnceWith('copy');
    Reflect.deleteProperty(document, 'execCommand');
  });
});

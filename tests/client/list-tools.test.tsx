/** What the people list can do beyond showing people: keys from one to the next, what is out of sight, inviting. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteAnnounced } from '../../src/backend/connection.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { Invite } from '../../src/screens/chat/people/invite.tsx';
import { NewRows, useHold, useNeighbourKeys } from '../../src/screens/chat/people/list-tools.tsx';
import { nameKey } from '../../src/screens/overlays/shortcut-sheet.tsx';
import { setMarked } from '../../src/stores/people-settings.ts';
import { clearUnseen, incrementUnseen } from '../../src/stores/unseen.ts';

afterEach(() => {
  cleanup();
  clearUnseen();
  setMarked('unread', new Set());
  vi.useRealTimers();
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

  test('opens with Shift the next one that is unread, and goes round', () => {
    expect(press('b', 'ArrowDown', true)).toBeUndefined();
    incrementUnseen('a');
    incrementUnseen('d');
    expect(press('b', 'ArrowDown', true)).toBe('d');
    expect(press('d', 'ArrowDown', true)).toBe('a');
    expect(press('a', 'ArrowUp', true)).toBe('d');
    expect(press(null, 'ArrowDown', true)).toBe('a');
    setMarked('unread', new Set(['c']));
    expect(press('b', 'ArrowDown', true)).toBe('c');
  });

  test.each([false, true])(
    'belongs to the text in a field on a Mac, with Shift: %s',
    (shiftKey) => {
      onTestFinished(() => void vi.restoreAllMocks());
      vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
      incrementUnseen('a');
      expect(press('b', 'ArrowDown', shiftKey)).toBeUndefined();
      expect(press('b', 'ArrowUp', shiftKey)).toBeUndefined();
      const onOpen = vi.fn();
      render(<Keys selectedId="b" onOpen={onOpen} />);
      fireEvent.keyDown(document.body, { key: 'ArrowDown', altKey: true });
      expect(onOpen).toHaveBeenCalledExactlyOnceWith('c');
    },
  );

  test('is named as the keyboard names it', () => {
    expect(nameKey('Alt')).toBe('Alt');
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    expect(nameKey('Alt')).toBe('⌥');
    vi.restoreAllMocks();
  });
});

describe('The button over the list', () => {
  const rowHeight = 64;

  /** A list with two of its rows in view. */
  function renderButton() {
    const list = document.createElement('ul');
    Object.defineProperty(list, 'clientHeight', { value: 2 * rowHeight });
    const listRef = { current: list };
    const onShow = vi.fn();
    const onHold = vi.fn();
    function Rows() {
      const hold = useHold(listRef, onHold);
      return (
        <NewRows listRef={listRef} ids={IDS} rowHeight={rowHeight} hold={hold} onShow={onShow} />
      );
    }
    render(<Rows />);
    const scroll = (rows: number) =>
      act(() => {
        list.scrollTop = rows * rowHeight;
        fireEvent.scroll(list);
      });
    return { list, onShow, onHold, scroll };
  }

  const button = (people: number) => screen.queryByRole('button', { name: `${people} new` });

  test('counts people with new messages above what is in view, and leads to the first', () => {
    const { onShow, scroll } = renderButton();
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

  test('counts at once whoever writes below what is in view while the order is held', () => {
    vi.useFakeTimers();
    const { list, onShow, onHold } = renderButton();
    act(() => incrementUnseen('c'));
    fireEvent.pointerMove(list);
    act(() => {
      incrementUnseen('b');
      incrementUnseen('d');
    });
    expect(button(1)).not.toBeNull();
    act(() => incrementUnseen('c'));
    expect(button(2)).not.toBeNull();
    // On the button the pointer aims at it, however long it rests.
    fireEvent.pointerLeave(list, { relatedTarget: button(2) });
    fireEvent.pointerEnter(screen.getByRole('status'));
    act(() => void vi.advanceTimersByTime(10_000));
    expect(onHold).not.toHaveBeenCalledWith(false);
    fireEvent.click(screen.getByRole('button'));
    expect(onHold).toHaveBeenLastCalledWith(false);
    expect(onShow).toHaveBeenCalledExactlyOnceWith(2);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('Somebody alone', () => {
  const renderInvite = (features: readonly Feature[] = []) => {
    const queryClient = makeQueryClient();
    noteAnnounced(queryClient, features);
    render(
      <QueryClientProvider client={queryClient}>
        <Invite />
      </QueryClientProvider>,
    );
  };

  test('is offered only what lets somebody in', () => {
    const others = FEATURES.filter((one) => one !== 'invitations' && one !== 'openSignUps');
    const ways = () => [screen.queryByRole('textbox'), screen.queryByText('Invite someone')];
    renderInvite(others);
    expect(ways()).toEqual([null, null]);
    renderInvite([...others, 'invitations']);
    expect(ways()).toEqual([null, expect.anything()]);
    cleanup();
    renderInvite([...others, 'openSignUps']);
    expect(ways()).toEqual([expect.anything(), null]);
  });

  test('copies the address of the server', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    renderInvite();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(location.origin);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(writeText).toHaveBeenCalledExactlyOnceWith(location.origin);
  });

  test('copies it the old way where an insecure address has no clipboard', async () => {
    vi.stubGlobal('navigator', {});
    const execCommand = vi.fn(() => true);
    Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
    renderInvite();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    expect(execCommand).toHaveBeenCalledExactlyOnceWith('copy');
    Reflect.deleteProperty(document, 'execCommand');
  });
});

/** What the people list can do beyond showing people: keys from one to the next, what is out of sight, inviting. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setFeatures } from '../../src/backend/connection.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { Invite } from '../../src/screens/chat/people/invite.tsx';
import { NewRows, useFreeze, useNeighbourKeys } from '../../src/screens/chat/people/list-tools.tsx';
import { openAccountStores } from '../../src/stores/account-store.ts';
import { setFlagged } from '../../src/stores/people-settings.ts';
import { clearUnseen, incrementUnseen } from '../../src/stores/unseen.ts';

afterEach(() => {
  cleanup();
  clearUnseen();
  openAccountStores(null);
  localStorage.clear();
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

  test('opens the conversation above or below, and with Shift the next one that is unread', () => {
    expect(press('b', 'ArrowDown')).toBe('c');
    expect(press('a', 'ArrowUp')).toBeUndefined();
    expect(press(null, 'ArrowUp')).toBe('d');
    expect(press('b', 'ArrowDown', true)).toBeUndefined();
    incrementUnseen('a');
    incrementUnseen('d');
    expect(press('b', 'ArrowDown', true)).toBe('d');
    expect(press('d', 'ArrowDown', true)).toBe('a');
    expect(press('a', 'ArrowUp', true)).toBe('d');
    openAccountStores('ada');
    setFlagged('unread', 'c', true);
    expect(press('b', 'ArrowDown', true)).toBe('c');
  });
});

test('The button over the list counts people with new messages above what is in view, and leads to the first', () => {
  const rowHeight = 64;
  const list = document.createElement('ul');
  Object.defineProperty(list, 'clientHeight', { value: 2 * rowHeight });
  const listRef = { current: list };
  const onShow = vi.fn();
  function Rows() {
    const freeze = useFreeze(listRef, vi.fn());
    return (
      <NewRows listRef={listRef} ids={IDS} rowHeight={rowHeight} freeze={freeze} onShow={onShow} />
    );
  }
  render(<Rows />);
  act(() => {
    incrementUnseen('b');
    incrementUnseen('d');
  });
  expect(screen.queryByRole('button')).toBeNull();
  act(() => {
    list.scrollTop = 2 * rowHeight;
    fireEvent.scroll(list);
  });
  fireEvent.click(screen.getByRole('button', { name: '1 new' }));
  expect(onShow).toHaveBeenCalledExactlyOnceWith(1);
});

describe('Somebody alone', () => {
  const renderInvite = (features: readonly Feature[] = []) => {
    const queryClient = makeQueryClient();
    setFeatures(queryClient, features);
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

  test('copies the address of the server, the old way where an insecure address has no clipboard', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    const execCommand = vi.fn(() => true);
    Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
    renderInvite();
    for (const browser of [{ clipboard: { writeText } }, {}]) {
      vi.stubGlobal('navigator', browser);
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy' })));
    }
    expect(writeText).toHaveBeenCalledExactlyOnceWith(location.origin);
    expect(execCommand).toHaveBeenCalledExactlyOnceWith('copy');
  });
});

/** The box above the people list: which keys of it do something. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchBox } from '../../src/screens/chat/people/search-box.tsx';

afterEach(cleanup);

function renderBox() {
  const [onSubmit, onLeave] = [vi.fn(), vi.fn()];
  const inputRef = createRef<HTMLInputElement>();
  render(
    <SearchBox
      inputRef={inputRef}
      query="さ"
      onChange={() => undefined}
      onSubmit={onSubmit}
      onLeave={onLeave}
    />,
  );
  return { onSubmit, onLeave };
}

test('Enter opens the first match, and the arrow leads into the list', () => {
  const { onSubmit, onLeave } = renderBox();
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(onSubmit).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' });
  expect(onLeave).toHaveBeenCalledTimes(1);
});

test('keys that an input method takes open nothing, not even the one that ends it in Safari', () => {
  const { onSubmit, onLeave } = renderBox();
  for (const taken of [{ isComposing: true }, { keyCode: 229 }]) {
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', ...taken });
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown', ...taken });
  }
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onLeave).not.toHaveBeenCalled();
});

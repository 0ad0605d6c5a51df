/** The box above the people list: which keys of it do something. */
import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { SearchBox } from '../../src/screens/chat/people/search-box.tsx';

test('Enter opens the first match and the arrow leads into the list, unless an input method takes the key', () => {
  const [onSubmit, onLeave] = [vi.fn(), vi.fn()];
  render(
    <SearchBox
      inputRef={createRef<HTMLInputElement>()}
      query="さ"
      onChange={() => undefined}
      onSubmit={onSubmit}
      onLeave={onLeave}
    />,
  );
  // The second one ends the input in Safari.
  for (const taken of [{ isComposing: true }, { keyCode: 229 }, {}]) {
    expect([onSubmit.mock.calls, onLeave.mock.calls]).toEqual([[], []]);
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', ...taken });
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown', ...taken });
  }
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onLeave).toHaveBeenCalledTimes(1);
});

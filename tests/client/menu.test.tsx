/** The keys of a menu beside its button. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useMenu } from '../../src/screens/use-menu.ts';
import { withRouter } from './support/with-router.tsx';

afterEach(cleanup);

function Menu() {
  const wrapRef = useRef<HTMLDivElement>(null);
  const menu = useMenu(wrapRef);
  return (
    <div ref={wrapRef} {...menu.wrapProps}>
      <button type="button" {...menu.buttonProps}>
        More
      </button>
      {menu.isOpen && (
        <div role="menu" {...menu.menuProps}>
          {['One', 'Two', 'Three'].map((item) => (
            <button key={item} type="button" role="menuitem">
              {item}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

test('Arrows go round in a menu, and Escape closes it, unless the key ends a composition', () => {
  render(withRouter(<Menu />));
  const readFocus = () => document.activeElement?.textContent;
  fireEvent.keyDown(screen.getByText('More'), { key: 'ArrowDown' });
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('menu'), { key });
  expect(readFocus()).toBe('One');
  press('ArrowUp');
  expect(readFocus()).toBe('Three');
  press('ArrowDown');
  expect(readFocus()).toBe('One');
  screen.getByText('One').blur();
  press('ArrowUp');
  expect(readFocus()).toBe('Three');
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(screen.queryByRole('menu')).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
});

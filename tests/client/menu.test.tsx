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
          <button type="button" role="menuitem">
            One
          </button>
          <button type="button" role="menuitem">
            Two
          </button>
          <button type="button" role="menuitem">
            Three
          </button>
        </div>
      )}
    </div>
  );
}

function openMenu(): HTMLElement {
  render(withRouter(<Menu />));
  fireEvent.keyDown(screen.getByText('More'), { key: 'ArrowDown' });
  return screen.getByRole('menu');
}

const readFocus = () => document.activeElement?.textContent;

test('Arrows go round, and begin at the ends where no item has the focus', () => {
  const menu = openMenu();
  const press = (key: string) => fireEvent.keyDown(menu, { key });
  expect(readFocus()).toBe('One');
  press('ArrowUp');
  expect(readFocus()).toBe('Three');
  press('ArrowDown');
  expect(readFocus()).toBe('One');
  for (const [key, item] of [
    ['ArrowUp', 'Three'],
    ['ArrowDown', 'One'],
  ] as const) {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    press(key);
    expect(readFocus()).toBe(item);
  }
});

test('Escape closes it, unless the key ends a composition', () => {
  openMenu();
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(screen.queryByRole('menu')).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('menu')).toBeNull();
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openImage } from '../../src/pictures/open-image.ts';

describe('Opening a picture in a new window', () => {
  const open = vi.fn();
  beforeEach(() => {
    vi.stubGlobal('open', open);
  });
  afterEach(() => {
    open.mockReset();
    vi.unstubAllGlobals();
  });

  test.each([
    'data:image/png;base64,AQID',
    'data:image/PNG;base64,AQID',
    'data:image/png;charset=utf-8;base64,AQID',
  ])(
    'opens %s as a blob, and web addresses as they are, without a way back to this window',
    (address) => {
      expect(openImage(address)).toBe(true);
      expect(open.mock.calls[0]?.[0]).toMatch(/^blob:/);
      expect(openImage('https://example.org/a.png')).toBe(true);
      const noopener = expect.stringContaining('noopener');
      expect(open).toHaveBeenLastCalledWith('https://example.org/a.png', '_blank', noopener);
    },
  );

  test.each([
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,not-base64',
    'data:image/png;base64,***',
  ])('refuses %s', (address) => {
    expect(openImage(address)).toBe(false);
    expect(open).not.toHaveBeenCalled();
  });
});

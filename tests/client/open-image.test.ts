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

  test('opens web addresses as they are, without a way back to this window', () => {
    expect(openImage('https://example.org/a.png')).toBe(true);
    expect(open).toHaveBeenCalledWith(
      'https://example.org/a.png',
      '_blank',
      expect.stringContaining('noopener'),
    );
  });

  test.each([
    'data:image/png;base64,AQID',
    'data:image/jpg;base64,AQID',
    'data:image/PNG;base64,AQID',
    'data:image/png;charset=utf-8;base64,AQID',
    'data:image/gif;base64,AQID',
  ])('opens %s as a blob, since browsers refuse data addresses', (address) => {
    expect(openImage(address)).toBe(true);
    expect(open.mock.calls[0]?.[0]).toMatch(/^blob:/);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,not-base64',
    'data:image/png;base64,***',
    'file:///etc/passwd',
  ])('refuses %s', (address) => {
    expect(openImage(address)).toBe(false);
    expect(open).not.toHaveBeenCalled();
  });
});

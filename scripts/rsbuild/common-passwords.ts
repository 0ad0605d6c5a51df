import type { RsbuildPlugin } from '@rsbuild/core';
import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '../../src/protocol/limits.ts';

/**
 * Leaves in the app, of the list of common passwords, those that are long enough to be chosen: in order, and so
 * compressed to a quarter of the whole.
 */
export function commonPasswords(): RsbuildPlugin {
  return {
    name: 'duet:common-passwords',
    setup(api) {
      const choosable = dictionary['passwords-common']
        .filter((password) => password.length >= LIMITS.passwordMin)
        .toSorted();
      const list = `${JSON.stringify(choosable.join(' '))}.split(' ')`;
      api.transform(
        { test: /@zxcvbn-ts\/language-common\/dist\/index\.m?js$/ },
        () => `export const dictionary = { 'passwords-common': ${list} };`,
      );
    },
  };
}

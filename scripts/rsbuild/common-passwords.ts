import type { RsbuildPlugin } from '@rsbuild/core';
import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '../../src/protocol/limits.ts';

/**
 * Keeps only those common passwords in the app that are long enough to be chosen. Sorted, they compress to a quarter of
 * the whole list.
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

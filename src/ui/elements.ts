import type { ReactElement } from 'react';

/**
 * For a prop that is shown beside other elements. Without text: a browser that translates the page moves texts, and
 * React then fails beside them (`tests/translated-page.test.ts`).
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];

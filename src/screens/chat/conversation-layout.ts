import { css } from '@emotion/react';

/** Bar, messages, box. */
export const conversationLayout = css({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  height: '100%',
  minHeight: 0,
});

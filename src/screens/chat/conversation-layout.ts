import { css } from '@emotion/react';

/** Bar, messages, box. */
export const conversationLayout = css({
  // While files may be dropped, a hint covers all of it.
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  // As wide as the sheet, however long a name is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  height: '100%',
  minHeight: 0,
});

/** The words of blocking. */
export const texts = {
  block: 'Block',
  unblock: 'Unblock',
  blocked: (name: string): string =>
    `Nothing from ${name} reaches you any more. They are not told.`,
  unblocked: (name: string): string => `${name} reaches you again.`,
};

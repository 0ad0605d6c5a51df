/** Opens something from anywhere on the screen. If its code has not loaded yet, it opens when it has. */
export function createOpener() {
  let isAsked = false;
  let handle: (() => void) | null = null;

  return {
    open(): void {
      if (handle) handle();
      else isAsked = true;
    },

    /** Registers how it opens. Returns a function that removes this. */
    onOpen(handleOpen: () => void): () => void {
      handle = handleOpen;
      if (isAsked) handleOpen();
      isAsked = false;
      return () => {
        handle = null;
      };
    },
  };
}

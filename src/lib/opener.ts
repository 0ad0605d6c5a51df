/** Opens something from anywhere on the screen. Asked before its code is there, it opens then. */
export function createOpener() {
  let isAsked = false;
  let handle: (() => void) | null = null;

  return {
    open(): void {
      if (handle) handle();
      else isAsked = true;
    },

    /** Says how it opens. Returns the function that withdraws it. */
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

/** Openers that were asked before their code has loaded. */
const asked = new Set<object>();

/** At the end of a session: what was asked for in it must not open in the next one. */
export const forgetRequests = (): void => asked.clear();

/** Opens something from anywhere on the screen. If its code has not loaded yet, it opens when it has. */
export function createOpener() {
  let handle: (() => void) | null = null;

  const opener = {
    open(): void {
      if (handle) handle();
      else asked.add(opener);
    },

    /** Registers how it opens. Returns a function that removes this. */
    onOpen(handleOpen: () => void): () => void {
      handle = handleOpen;
      if (asked.delete(opener)) handleOpen();
      return () => {
        handle = null;
      };
    },
  };
  return opener;
}

/** Opens the sheet of shortcuts from anywhere on the screen. Asked before its code is there, it opens then. */
let isAsked = false;
let open: (() => void) | null = null;

export function openShortcuts(): void {
  if (open) open();
  else isAsked = true;
}

/** Says how the sheet opens. Returns the function that withdraws it. */
export function onOpenShortcuts(handleOpen: () => void): () => void {
  open = handleOpen;
  if (isAsked) handleOpen();
  isAsked = false;
  return () => {
    open = null;
  };
}

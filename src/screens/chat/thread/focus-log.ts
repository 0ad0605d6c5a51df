/** Gives the focus to the messages around a button that goes when it is pressed, which would take it along. */
export function focusLog(button: HTMLElement): void {
  button.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

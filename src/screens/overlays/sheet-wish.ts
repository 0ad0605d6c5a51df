/** The wish to see the shortcuts, from wherever on the screen it comes. One that comes early is kept. */
let isWished = false;
let show: (() => void) | null = null;

export function wishForShortcuts(): void {
  if (show) show();
  else isWished = true;
}

/** Says how they are shown. Returns the function that stops it. */
export function answerSheetWish(answer: () => void): () => void {
  show = answer;
  if (isWished) answer();
  isWished = false;
  return () => {
    show = null;
  };
}

/** What to show for a picture, where that is known: apart from what makes it, which comes on demand. */
export const readyThumbnails = new Map<string, string>();

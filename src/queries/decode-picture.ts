/** Pictures that come as data URLs, as the bytes that they are. */

const DATA_PICTURE = /^data:(image\/(?:png|jpeg));base64,/;
/** How long decoding goes on before something else has its turn, in ms. */
const SLICE_MS = 8;

/** Undefined for what is no PNG or JPEG in base64. */
export function decodePicture(dataUrl: string): Blob | undefined {
  const type = DATA_PICTURE.exec(dataUrl)?.[1];
  if (!type) return undefined;
  try {
    const data = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
    const bytes = new Uint8Array(data.length);
    // By far the quickest way: a picture may be megabytes.
    for (let at = 0; at < data.length; at += 1) bytes[at] = data.charCodeAt(at);
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}

/** `map` for what takes its time, with pauses for whatever else there is to do. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    results.push(change(item));
  }
  return results;
}

const DATA_PICTURE = /^data:(image\/(?:png|jpe?g|gif|webp))(?:;[^;,]*)*;base64,/i;

/** A picture that comes as a data URL, as the bytes that it is; undefined for what is no picture in base64. */
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

const DATA_PICTURE = /^data:(image\/(?:png|jpe?g|gif|webp))(?:;[^;,]*)*;base64,/i;

/** Decodes a data URL to the picture's bytes; undefined if it is not a picture in base64. */
export function decodePicture(dataUrl: string): Blob | undefined {
  const type = DATA_PICTURE.exec(dataUrl)?.[1];
  if (!type) return undefined;
  try {
    const data = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
    const bytes = new Uint8Array(data.length);
    // By far the fastest way: a picture may have megabytes.
    for (let at = 0; at < data.length; at += 1) bytes[at] = data.charCodeAt(at);
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}

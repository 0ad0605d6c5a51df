/** What the page and the worker that makes thumbnails agree on. */

export interface ThumbnailOrder {
  id: number;
  picture: Blob;
  /** What the shorter side is scaled to, in the screen's own pixels. */
  side: number;
}

export interface ThumbnailResult {
  id: number;
  /** Null: the picture is not far larger than its thumbnail would be, or cannot be read here. */
  thumbnail: Blob | null;
}

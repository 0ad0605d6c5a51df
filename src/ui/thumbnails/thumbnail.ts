/** Types and constants shared by the page and the thumbnail worker. */

export interface ThumbnailOrder {
  id: number;
  picture: Blob;
  /** Target length of the shorter side, in device pixels. */
  side: number;
}

export interface ThumbnailResult {
  id: number;
  /** Null: the picture is not much larger than its thumbnail, or cannot be read here. */
  thumbnail: Blob | null;
}

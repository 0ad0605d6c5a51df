/**
 * Sizes that this server accepts. The client enforces those that apply to any backend; passwords and pixels are checked
 * by the server only. Lengths of texts are in characters (text.ts); sizes are in bytes.
 */
export const LIMITS = {
  fullName: 80,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  bio: 500,
  messageText: 10_000,
  /** One decoded picture. */
  imageBytes: 8 * 1024 * 1024,
  /** Width times height of a picture, in pixels: browsers still decode it safely. */
  imagePixels: 50_000_000,
  /** A small version of a profile picture: bytes, and width and height in pixels. */
  smallPictureBytes: 4 * 1024,
  smallPictureSide: 96,
  /** Most messages in one page. */
  pageSize: 200,
  /** Longest search query. */
  searchQuery: 200,
} as const;

/** Messages that the client requests at a time. */
export const PAGE_SIZE = 50;

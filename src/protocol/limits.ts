/**
 * Sizes that this server accepts. The client keeps people from going beyond where it can tell for any
 * backend; passwords and pixels are left to the server's word.
 * Lengths are in UTF-16 code units, as `maxlength` counts them; sizes are in bytes.
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
  /** Width times height of a picture, in pixels: what a browser still decodes without harm. */
  imagePixels: 50_000_000,
  /** Most messages that one page answers. */
  pageSize: 200,
  /** What one search may look for. */
  searchQuery: 200,
} as const;

/** Messages that the client asks for at a time. */
export const PAGE_SIZE = 50;

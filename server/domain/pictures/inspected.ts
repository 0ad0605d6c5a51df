/** What a format's reader finds: the coded size, the EXIF orientation, and the parts that stay. */
export interface Inspected {
  width: number;
  height: number;
  orientation: number;
  kept: Buffer[];
}

/** Parts of one file: many times what cameras and programs write, and no more than is looked through in a moment. */
export const MAX_PARTS = 20_000;

/** The result of a format's parser: coded size, EXIF orientation, and the parts to store. */
export interface Inspected {
  width: number;
  height: number;
  orientation: number;
  kept: Buffer[];
}

/** Parts of one file: far more than cameras and programs write, and few enough to parse quickly. */
export const MAX_PARTS = 20_000;

/** What a format's reader finds: the coded size, the EXIF orientation, and the parts that stay. */
export interface Inspected {
  width: number;
  height: number;
  orientation: number;
  kept: Buffer[];
}

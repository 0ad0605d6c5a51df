import { renderAsync } from '@resvg/resvg-js';
import type { PictureStore } from '../domain/ports/pictures.ts';
import type { Drawing } from './drawing/svg.ts';

export type NewPicture = Parameters<PictureStore['save']>[0];

/** Renders a drawing as PNG, `width` pixels wide, on a thread of the pool. */
export async function renderDrawing(drawing: Drawing, width: number): Promise<NewPicture> {
  const image = await renderAsync(drawing.svg, {
    fitTo: { mode: 'width', value: width },
    // Drawings contain no text, and searching for fonts would take longer than the drawing.
    font: { loadSystemFonts: false },
  });
  return { bytes: image.asPng(), type: 'image/png', width: image.width, height: image.height };
}

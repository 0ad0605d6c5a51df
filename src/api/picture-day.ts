/** The call for the bytes of pictures sent today (feature `pictureDay`). */
import { type FieldsOf, type PictureDayResponse, paths } from '../protocol/http.ts';
import { call } from './client.ts';

export const readPictureDay = (signal: AbortSignal): Promise<FieldsOf<PictureDayResponse>> =>
  call<PictureDayResponse>({
    method: 'get',
    path: paths.pictureDay,
    expects: { endsAt: 'string' },
    signal,
  });

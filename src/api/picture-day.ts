/** The call about how many pictures a person has sent today (extension `pictureDay`). */
import { type FieldsOf, type PictureDayResponse, paths } from '../protocol/http.ts';
import { call } from './client.ts';

export const readPictureDay = (signal: AbortSignal): Promise<FieldsOf<PictureDayResponse>> =>
  call<PictureDayResponse>({
    method: 'get',
    path: paths.pictureDay,
    expects: { endsAt: 'string' },
    signal,
  });

import { ApiError } from '../api/errors.ts';

/** What a server answers to what was entered, and not to how often or when it came. */
const STATUSES: readonly (number | undefined)[] = [400, 401, 403, 404, 409, 422];

/** Whether the server has read what was entered, and refused it in words. */
export const isRefusedEntry = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === 'rejected' || (error.isRefusal && STATUSES.includes(error.status)));

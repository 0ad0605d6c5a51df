import { ApiError } from '../api/errors.ts';

/** Statuses that concern the entered values, and not the time or the number of calls. */
const STATUSES: readonly (number | undefined)[] = [400, 401, 403, 404, 409, 422];

/** Whether the server has checked the entered values and refused them with a message. */
export const isRefusedEntry = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === 'rejected' || (error.isRefusal && STATUSES.includes(error.status)));

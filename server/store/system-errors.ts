/** Whether this is a system error with this code (`ENOENT`, `ENOSPC` …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

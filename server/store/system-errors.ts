/** Whether the operating system refused a step for this reason (`ENOENT`, `ENOSPC` …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

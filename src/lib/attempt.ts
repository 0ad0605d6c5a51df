/** What the browser's storage is asked for, where it may be refused: undefined then, and no exception. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}

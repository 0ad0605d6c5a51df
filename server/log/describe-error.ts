/**
 * What the log contains of an error: never its own fields, since a database may repeat the refused row there, including
 * a message's text.
 */
type ErrorFacts = {
  type: string;
  message: string;
  /** The message of the system or the database: the innermost cause, in one line. */
  reason: string;
  code?: string;
  stack: string;
};

export function describeError(error: unknown): ErrorFacts {
  const [first = error, ...causes] = listCauses(error);
  const last = causes.at(-1) ?? first;
  const code = readCode(last) ?? readCode(first);
  const reason = readMessage(last).split('\n')[0] ?? '';
  return {
    type: first instanceof Error ? first.name : typeof first,
    message: readMessage(first),
    // If several addresses were tried, the combined error has a code but no message.
    reason: reason || code || 'unknown',
    ...(code !== undefined && { code }),
    stack: (first instanceof Error && first.stack) || '',
  };
}

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < 10; ) {
    causes.push(each);
    each = each instanceof Error ? each.cause : undefined;
  }
  return causes;
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

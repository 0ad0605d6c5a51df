/** What a scripted backend does to the next calls that match, instead of answering as usual. */

export interface ReceivedCall {
  method: string;
  /** Path below the API prefix, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** Fields of the JSON body; empty when there was none. */
  fields: Record<string, string>;
}

export type Fault =
  /** Not done; answered with this status, and this message if there is one. */
  | { kind: 'status'; status: number; message?: string; retryAfterS?: number }
  /** Not done; answered 200 with `success: false`. */
  | { kind: 'refuse'; message: string }
  /** Not done; the connection ends without an answer. */
  | { kind: 'cut' }
  /** Done, but the connection ends without an answer. */
  | { kind: 'loseAnswer' }
  /** Done at once; the answer leaves when this resolves. */
  | { kind: 'holdAnswer'; until: Promise<unknown> };

interface CallMatcher {
  method?: string;
  path?: RegExp;
}

export type CallFaults = ReturnType<typeof makeCallFaults>;

export function makeCallFaults() {
  let scripts: { matcher: CallMatcher; fault: Fault; left: number }[] = [];
  return {
    /** The next `times` calls that match meet this fault. Earlier scripts come first. */
    script(matcher: CallMatcher, fault: Fault, times = 1): void {
      scripts.push({ matcher, fault, left: times });
    },
    take(call: ReceivedCall): Fault | undefined {
      const found = scripts.find(({ matcher }) => matches(matcher, call));
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) scripts = scripts.filter((script) => script !== found);
      return found.fault;
    },
    clear(): void {
      scripts = [];
    },
  };
}

function matches({ method, path }: CallMatcher, call: ReceivedCall): boolean {
  return (method ?? call.method) === call.method && (path === undefined || path.test(call.path));
}

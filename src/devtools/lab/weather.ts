/** The faults of a network, and their form in an address, so that a bug report can be reproduced. */

/** Shares of calls, events or writes with a fault, 0 to 1. Missing ones are 0. */
export interface Weather {
  /** Each call and event is delayed by a random part of this, in ms. */
  latencyMs?: number;
  /** Calls: carried out, but the answer is lost. */
  lostAnswers?: number;
  /** Calls: the connection ends before the server gets the call. */
  cutCalls?: number;
  /** Calls: answered 500, not carried out. */
  errors?: number;
  /** Calls: answered 429 with `Retry-After`, not carried out. */
  refusals?: number;
  /** Calls: answered 401, not carried out; the session ends. */
  expiries?: number;
  /** Calls: no connection is possible for a while, and all connections end. */
  outages?: number;
  /** Events about messages: emitted twice. */
  duplicates?: number;
  /** Events about messages: overtaken by the next one. */
  reorderings?: number;
  /** Events: the socket ends instead. */
  cutSockets?: number;
  /** Writes to the browser's storage: refused, as on a full disk. */
  fullStorage?: number;
}

export interface Forecast {
  weather: Weather;
  /** The same seed gives the same faults. */
  seed: number;
}

/** In the order of the panel and of an address. */
export const WEATHER_NAMES = [
  'latencyMs',
  'lostAnswers',
  'cutCalls',
  'errors',
  'refusals',
  'expiries',
  'outages',
  'duplicates',
  'reorderings',
  'cutSockets',
  'fullStorage',
] as const satisfies readonly (keyof Weather)[];

/** Networks that many know. */
export const PRESETS = {
  train: { latencyMs: 900, lostAnswers: 0.05, cutCalls: 0.05, outages: 0.05, cutSockets: 0.03 },
  lift: { latencyMs: 300, outages: 0.3, cutSockets: 0.1 },
  hotel: { latencyMs: 3_000, lostAnswers: 0.05, errors: 0.05, refusals: 0.05, reorderings: 0.2 },
} as const satisfies Record<string, Weather>;

const PREFIX = '#lab?';

/** The highest value of each: ms of latency; 1 for the others. */
export const maxOf = (name: keyof Weather): number => (name === 'latencyMs' ? 60_000 : 1);

/** Undefined if the address contains none. Invalid values are ignored. */
export function readForecast(hash: string): Forecast | undefined {
  if (!hash.startsWith(PREFIX)) return undefined;
  const params = new URLSearchParams(hash.slice(PREFIX.length));
  const weather: Weather = {};
  for (const name of WEATHER_NAMES) {
    const value = Number(params.get(name) ?? 0);
    if (value > 0 && value <= maxOf(name)) weather[name] = value;
  }
  const seed = Number(params.get('seed') ?? 0);
  return { weather, seed: Number.isSafeInteger(seed) ? seed : 0 };
}

export function writeForecast({ weather, seed }: Forecast): string {
  const params = new URLSearchParams({ seed: String(seed) });
  for (const name of WEATHER_NAMES) {
    const value = weather[name];
    if (value) params.set(name, String(value));
  }
  return `${PREFIX}${params}`;
}

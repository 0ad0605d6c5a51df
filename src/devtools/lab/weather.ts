/** How bad a network is, and how it is written in an address so that a bug report plays again. */

/** Shares of calls, events or writes that meet a fault, 0 to 1. What is left out does not happen. */
export interface Weather {
  /** Each call and each event waits a random part of this, in ms. */
  latencyMs?: number;
  /** Of the calls: done, but the answer never arrives. */
  lostAnswers?: number;
  /** Of the calls: the connection ends before the server hears of it. */
  cutCalls?: number;
  /** Of the calls: answered 500, not done. */
  errors?: number;
  /** Of the calls: answered 429 with `Retry-After`, not done. */
  refusals?: number;
  /** Of the calls: answered 401, not done; the session is over. */
  expiries?: number;
  /** Of the calls: nobody can connect for a while, and all connections end. */
  outages?: number;
  /** Of the events about messages: told twice. */
  duplicates?: number;
  /** Of the events about messages: overtaken by the next one. */
  reorderings?: number;
  /** Of the events: the socket ends instead. */
  cutSockets?: number;
  /** Of the writes to the browser's storage: refused, as when the disk is full. */
  fullStorage?: number;
}

export interface Forecast {
  weather: Weather;
  /** The same seed gives the same faults. */
  seed: number;
}

/** In the order in which the panel asks for them and an address names them. */
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

const PREFIX = '#lab?';

/** The highest value of each: ms of latency, else all. */
export const maxOf = (name: keyof Weather): number => (name === 'latencyMs' ? 60_000 : 1);

/** Undefined when the address asks for none. What it says wrong is left out. */
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

/** Texts of the fault lab. */
export const texts = {
  question:
    'This address makes calls and connections of this page fail on purpose, to test the app. It may sign you out. Go on?',
  title: (seed: number | undefined) =>
    seed === undefined ? 'Fault lab' : `Fault lab (seed ${seed} plays)`,
  seed: 'Seed',
  weather: {
    latencyMs: 'Latency up to, ms',
    lostAnswers: 'Answers lost, share of calls',
    cutCalls: 'Calls cut, share',
    errors: 'Calls answered 500, share',
    refusals: 'Calls answered 429, share',
    expiries: 'Calls answered 401, share',
    outages: 'Calls that begin an outage, share',
    duplicates: 'Events doubled, share',
    reorderings: 'Events overtaken, share',
    cutSockets: 'Sockets cut, share of events',
    fullStorage: 'Writes to a full disk, share',
  },
  contractOnly: 'As if the server knew the contract alone',
  play: 'Play',
  copy: 'Copy link',
  copyNeedsHttps: 'Not available here: copying needs https.',
  copied: 'Copied',
} as const;

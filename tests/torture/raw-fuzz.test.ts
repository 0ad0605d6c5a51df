/** Raw connections that say anything, for an hour (`TORTURE_MINUTES`), with another seed each time. */
import { takeSeed } from './seed.ts';

process.env.FUZZ_SEED = String(takeSeed());
process.env.FUZZ_MINUTES = process.env.TORTURE_MINUTES ?? '60';
process.env.FUZZ_RUNS = '1000000';
await import('../server/attack/raw-fuzz.test.ts');

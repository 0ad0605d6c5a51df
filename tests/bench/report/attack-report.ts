/** The table of the attacks. */
import type { AttackFigures, Neighbours } from '../attacks/measure-attacks.ts';
import type { Plan } from '../options.ts';
import { formatTable } from './markdown.ts';

/** What others may notice, as multiples of what they notice beside the control program, and in MB. */
const GOALS = { p50: 3, p99: 8, grownBy: 512 };

export function describeAttacks(figures: AttackFigures[], { attackSeconds }: Plan): string {
  const rows = figures.map(({ name, attacked, beside }) => {
    const ratios = [attacked.p50 / beside.p50, attacked.p99 / beside.p99];
    return [
      name,
      describe(attacked),
      describe(beside),
      ratios.map((ratio) => ratio.toFixed(1)).join(' / '),
      `${Math.round(attacked.grownBy / 1e6)} MB`,
      `${attacked.refused} / ${beside.refused}`,
      isKept({ attacked, beside }) ? 'yes' : '**no**',
    ];
  });
  const table = formatTable(
    'attack | p50 / p99, attacked | beside 429 | ratio | memory | refused | kept',
    rows,
  );
  return `Sends of two neighbours during ${attackSeconds} s of each attack, in ms. Kept: p50 at most ${GOALS.p50} times, p99 at most ${GOALS.p99} times those beside a program that only answers 429, at most ${GOALS.grownBy} MB more memory, and no send, list or page of the neighbours refused.\n\n${table}`;
}

const describe = ({ p50, p99 }: Neighbours) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;

function isKept({ attacked, beside }: Omit<AttackFigures, 'name'>): boolean {
  return (
    attacked.p50 <= GOALS.p50 * beside.p50 &&
    attacked.p99 <= GOALS.p99 * beside.p99 &&
    attacked.grownBy <= GOALS.grownBy * 1e6 &&
    attacked.refused === 0
  );
}

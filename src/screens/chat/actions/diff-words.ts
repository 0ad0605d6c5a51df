/** A part of a text, compared with an earlier one. */
export interface DiffPart {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** Longer texts are compared as a whole, since the time grows with the product of both lengths. In words. */
const MAX_WORDS = 2_000;

/** What became of `before`, by words and the spaces between them: the longest common sequence stays. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [toWords(before), toWords(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1;
  }
  return join([
    { text: a.slice(0, start).join(''), kind: 'same' },
    ...compare(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { text: a.slice(a.length - end).join(''), kind: 'same' },
  ]);
}

const toWords = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

function compare(a: readonly string[], b: readonly string[]): DiffPart[] {
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) {
    return [
      { text: a.join(''), kind: 'removed' },
      { text: b.join(''), kind: 'added' },
    ];
  }
  // `lengths[i][j]`: of the longest common sequence of `a` from `i` and `b` from `j`.
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && one === other) {
      parts.push({ text: one, kind: 'same' });
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ text: one, kind: 'removed' });
      i += 1;
    } else if (other !== undefined) {
      parts.push({ text: other, kind: 'added' });
      j += 1;
    }
  }
  return parts;
}

/** Neighbours of one kind become one part. */
function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

/**
 * Parses the formatting of a text into a tree. All characters of the text are in it, in their order, so that a formatted
 * text is copied as it was typed. The time is linear in the length of the text, whatever it contains.
 */
import { mayHaveLink } from '../../../lib/links.ts';

type InlineKind = 'bold' | 'italic' | 'struck' | 'code';
type BlockKind = 'code-block' | 'quote' | 'list' | 'bullet' | 'numbered';

export interface FormattedPart {
  kind: InlineKind | BlockKind;
  children: FormatNode[];
  /** Of a code block, as typed after the backticks. */
  language?: string;
}

/** A text, the characters of a mark (not shown), or a part that looks different. */
export type FormatNode = string | { mark: string } | FormattedPart;

export function parseFormat(text: string): FormatNode[] {
  return new BlockParser(text.split('\n')).parse();
}

const FENCE = /^```([\w+#.-]{0,20})$/;
const ITEM = /^(?:- |\d{1,3}\. )(?=\S)/;
const isQuote = (line: string) => line.startsWith('> ') || line === '>';

/** Finds the parts that consist of whole lines. Blocks begin new lines by themselves. */
class BlockParser {
  readonly #lines: readonly string[];
  readonly #nodes: FormatNode[] = [];
  #at = 0;
  /** After a line without an end for its code block, no later one has an end either. */
  #hasFence = true;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  parse(): FormatNode[] {
    let isAfterBlock = false;
    while (this.#at < this.#lines.length) {
      const isFirst = this.#at === 0;
      const block = this.#takeCode() ?? this.#takeQuote() ?? this.#takeList();
      // The newline before a block ends the text before it: a browser does not show it as another line.
      if (!isFirst) this.#nodes.push(isAfterBlock ? { mark: '\n' } : '\n');
      if (block) this.#nodes.push(block);
      else this.#nodes.push(...parseInline(this.#lines[this.#at++] ?? ''));
      isAfterBlock = block !== undefined;
    }
    return this.#nodes;
  }

  #takeCode(): FormattedPart | undefined {
    const opening = this.#lines[this.#at] ?? '';
    const [, language] = FENCE.exec(opening) ?? [];
    if (language === undefined || !this.#hasFence) return undefined;
    const end = this.#lines.indexOf('```', this.#at + 1);
    this.#hasFence = end >= 0;
    const code = this.#lines.slice(this.#at + 1, end).join('\n');
    if (!this.#hasFence || code.trim() === '') return undefined;
    this.#at = end + 1;
    const children = [{ mark: `${opening}\n` }, code, { mark: '\n```' }];
    return { kind: 'code-block', children, ...(language !== '' && { language }) };
  }

  #takeQuote(): FormattedPart | undefined {
    const children: FormatNode[] = [];
    for (const line of this.#takeLines(isQuote)) {
      if (children.length > 0) children.push('\n');
      children.push({ mark: line.slice(0, 2) }, ...parseInline(line.slice(2)));
    }
    return children.length > 0 ? { kind: 'quote', children } : undefined;
  }

  #takeList(): FormattedPart | undefined {
    const children: FormatNode[] = [];
    for (const line of this.#takeLines((each) => ITEM.test(each))) {
      if (children.length > 0) children.push({ mark: '\n' });
      children.push(
        line.startsWith('- ')
          ? { kind: 'bullet', children: [{ mark: '- ' }, ...parseInline(line.slice(2))] }
          : { kind: 'numbered', children: parseInline(line) },
      );
    }
    return children.length > 0 ? { kind: 'list', children } : undefined;
  }

  #takeLines(isWanted: (line: string) => boolean): readonly string[] {
    const start = this.#at;
    while (this.#at < this.#lines.length && isWanted(this.#lines[this.#at] ?? '')) this.#at++;
    return this.#lines.slice(start, this.#at);
  }
}

/** By their first character; doubled as in Markdown, except `__`, which is in names such as `__init__`. */
const MARKS = new Map<string, InlineKind>([
  ['*', 'bold'],
  ['**', 'bold'],
  ['_', 'italic'],
  ['~', 'struck'],
  ['~~', 'struck'],
]);
const RUNS = /\*+|_+|~+|`+/g;

/** Scripts that are written without spaces between words: a mark may be anywhere in them. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What may be before an opening mark and after a closing one; in other places it belongs to a word, or to a face. */
const BEFORE = /[\s([{"'“‘„‚«‹¿¡—–*_~]/;
const AFTER = /[\s)\]}"'”’“‘»›.,!?;:…—–*_~]/;
const WORD = /[\p{L}\p{N}]/u;

interface Opened {
  mark: string;
  at: number;
  /** Position in the list of nodes. */
  node: number;
}

/** One line. Marks must be around something with a letter or a digit. */
function parseInline(line: string): FormatNode[] {
  const runs = [...line.matchAll(RUNS)];
  if (runs.length === 0) return line === '' ? [] : [line];
  const nodes: FormatNode[] = [];
  /** Each mark is open at most once. */
  let opened: Opened[] = [];
  const isLink = findLinkParts(line);
  const nextBackticks = findNextBackticks(runs);
  let textStart = 0;
  let lastWordAt = -1;
  const pushTextTo = (end: number) => {
    if (end > textStart) nodes.push(line.slice(textStart, end));
    textStart = end;
  };

  let runEnd = 0;
  for (const { 0: run, index: at } of runs) {
    // In code that has been taken.
    if (at < textStart) continue;
    if (WORD.test(line.slice(runEnd, at))) lastWordAt = at - 1;
    runEnd = at + run.length;
    if (run.startsWith('`')) {
      const closing = nextBackticks.get(at);
      if (closing === undefined || line.slice(runEnd, closing).trim() === '') continue;
      pushTextTo(at);
      const code = line.slice(runEnd, closing);
      nodes.push({ kind: 'code', children: [{ mark: run }, code, { mark: run }] });
      lastWordAt = closing - 1;
      runEnd = closing + run.length;
      textStart = runEnd;
      continue;
    }
    const kind = MARKS.get(run);
    if (kind === undefined || isLink(at)) continue;
    const before = line[at - 1];
    const after = line[runEnd];
    const open = opened.find(({ mark }) => mark === run);
    if (open && lastWordAt > open.at && isCloser(before, after)) {
      pushTextTo(at);
      // Marks opened within stay as they were typed.
      opened = opened.slice(0, opened.indexOf(open));
      const [, ...content] = nodes.splice(open.node);
      nodes.push({ kind, children: [{ mark: run }, ...joinTexts(content), { mark: run }] });
      textStart = runEnd;
    } else if (!open && isOpener(before, after)) {
      pushTextTo(at);
      opened.push({ mark: run, at, node: nodes.length });
      nodes.push(run);
      textStart = runEnd;
    }
  }
  pushTextTo(line.length);
  return joinTexts(nodes);
}

const isSpace = (letter: string | undefined) => letter === undefined || /\s/.test(letter);

const isOpener = (before: string | undefined, after: string | undefined) =>
  !isSpace(after) && (before === undefined || BEFORE.test(before) || WITHOUT_SPACES.test(before));

const isCloser = (before: string | undefined, after: string | undefined) =>
  !isSpace(before) && (after === undefined || AFTER.test(after) || WITHOUT_SPACES.test(after));

/** For each run of backticks, where the next one of the same length begins. */
function findNextBackticks(runs: readonly RegExpExecArray[]): ReadonlyMap<number, number> {
  const next = new Map<number, number>();
  const lastOfLength = new Map<number, number>();
  for (const { 0: run, index } of runs) {
    if (!run.startsWith('`')) continue;
    const last = lastOfLength.get(run.length);
    if (last !== undefined) next.set(last, index);
    lastOfLength.set(run.length, index);
  }
  return next;
}

const NOT_EDGE = /[^*_~()[\]{}<>"'“”‘’.,!?;:]/;

/** Marks inside of an address belong to it; at its edges they are around it. */
function findLinkParts(line: string): (at: number) => boolean {
  if (!mayHaveLink(line)) return () => false;
  const parts: { from: number; to: number }[] = [];
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    if (!mayHaveLink(word)) continue;
    let end = word.length - 1;
    while (end > 0 && !NOT_EDGE.test(word[end] ?? '')) end--;
    parts.push({ from: index + word.search(NOT_EDGE), to: index + end });
  }
  let next = 0;
  // Asked from left to right.
  return (at) => {
    while ((parts[next]?.to ?? Number.POSITIVE_INFINITY) < at) next++;
    const part = parts[next];
    return part !== undefined && part.from <= at;
  };
}

/** An opening mark without an end is text like its neighbours: an address may go through it. */
function joinTexts(nodes: readonly FormatNode[]): FormatNode[] {
  const joined: FormatNode[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) joined.push(texts.join(''));
    texts = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string') {
      texts.push(node);
    } else {
      flush();
      joined.push(node);
    }
  }
  flush();
  return joined;
}

/** What formatting is found in a text; nothing of it is ever lost. */
import { describe, expect, test } from 'vitest';
import { mayHaveFormat } from '../../src/screens/chat/formatting/formatting.ts';
import { type FormatNode, parseFormat } from '../../src/screens/chat/formatting/parse-format.ts';

/** As HTML would be written, marks left out. */
const write = (nodes: readonly FormatNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('mark' in node) return '';
      const head = node.language === undefined ? node.kind : `${node.kind} ${node.language}`;
      return `<${head}>${write(node.children)}</${node.kind}>`;
    })
    .join('');

/** All characters, marks included. */
const readAll = (nodes: readonly FormatNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return 'mark' in node ? node.mark : readAll(node.children);
    })
    .join('');

describe('A line', () => {
  test.each([
    ['*bold*', '<bold>bold</bold>'],
    ['**bold**', '<bold>bold</bold>'],
    [
      'an _italic_, a ~struck~ and a ~~struck~~ word',
      'an <italic>italic</italic>, a <struck>struck</struck> and a <struck>struck</struck> word',
    ],
    ['*all of _this_ here*', '<bold>all of <italic>this</italic> here</bold>'],
    ['*_~x~_*', '<bold><italic><struck>x</struck></italic></bold>'],
    ['(*Ben*’s)', '(<bold>Ben</bold>’s)'],
    ['run `a*b*` now', 'run <code>a*b*</code> now'],
    ['``a`b`` and ```c```', '<code>a`b</code> and <code>c</code>'],
    ['*not `a*` but here*', '<bold>not <code>a*</code> but here</bold>'],
    ['这是*重点*内容', '这是<bold>重点</bold>内容'],
    ['¡*Hola*!', '¡<bold>Hola</bold>!'],
    ['*see https://example.org/a_b_c/_d_*', '<bold>see https://example.org/a_b_c/_d_</bold>'],
    ['_ada@example.org_', '<italic>ada@example.org</italic>'],
  ])('%s', (text, expected) => {
    expect(write(parseFormat(text))).toBe(expected);
    expect(readAll(parseFormat(text))).toBe(text);
  });

  test.each([
    'snake_case_name',
    '2*3*4',
    'a * b * c',
    '*nix and *bsd',
    '__init__ and __name__',
    '***',
    '____',
    '**',
    '*open',
    'closed*',
    '* a*',
    '*a *',
    '*a_b*c_',
    '(*_*) (*^_^*) ^_^ and ^_^ T_T >_< ¯\\_(ツ)_/¯',
    'https://example.org/_a_/*b*/~c~',
    '`',
    '``',
    '` `',
    '`a``',
    '-1 and 1.5',
    '>_<',
    '/*comment*/',
  ])('is as it was typed: %s', (text) => {
    expect(write(parseFormat(text))).toBe(text);
  });

  test('does not share marks with the next one', () => {
    expect(write(parseFormat('*a\nb* `c\nd`'))).toBe('*a\nb* `c\nd`');
  });
});

describe('Whole lines', () => {
  test('between backticks are code, without any other format', () => {
    expect(write(parseFormat('See\n```ts\nif (a) {\n\n  *b*\n}\n```\nok'))).toBe(
      'See\n<code-block ts>if (a) {\n\n  *b*\n}</code-block>ok',
    );
  });

  test('are text where the code has no end, or nothing in it', () => {
    for (const text of ['```\na', '```\n```', '```\n\n```', 'a ```\nb\n```']) {
      expect(write(parseFormat(text))).toBe(text);
    }
  });

  test('are quotes and lists, with formats of their own', () => {
    expect(write(parseFormat('> a\n> *b*\nyes\n\n- _c_\n- d\n12. e'))).toBe(
      '<quote>a\n<bold>b</bold></quote>yes\n\n<list><bullet><italic>c</italic></bullet><bullet>d</bullet><numbered>12. e</numbered></list>',
    );
  });

  test('are kept where they are empty', () => {
    expect(write(parseFormat('> a\n\n> b'))).toBe('<quote>a</quote>\n<quote>b</quote>');
  });
});

describe('A hostile text', () => {
  const LENGTH = 10_000;
  const units = [
    '*',
    '_',
    '~',
    '`',
    '*a',
    '*a ',
    ' *a',
    '*a_',
    '`a``',
    '*!',
    '> ',
    '> *',
    '- ',
    '- *a',
    '```\n',
    '```\na\n',
    '*a*',
    '_*~',
    'a.b*',
    '*https://a.bc/_',
    '\n',
    '1. a\n',
    '*\u202e',
    '<b>*x*</b>',
  ];
  const texts = units.flatMap((unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    return [text, `a${text}a`];
  });

  test('loses nothing', () => {
    expect(texts.filter((text) => readAll(parseFormat(text)) !== text)).toEqual([]);
  });

  test('of random marks loses nothing', () => {
    const alphabet = [
      '*',
      '_',
      '~',
      '`',
      ' ',
      '\n',
      '> ',
      '- ',
      '1. ',
      '```',
      'a',
      'é',
      '字',
      '😀',
      '.',
      'https://a.bc/',
      '(',
      ')',
    ];
    let state = 7;
    const draw = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return alphabet[Math.floor(state / 8) % alphabet.length];
    };
    for (let round = 0; round < 1_000; round++) {
      const text = Array.from({ length: 40 }, draw).join('');
      expect(readAll(parseFormat(text))).toBe(text);
    }
  });

  test('of any length is parsed in one pass: the square of this one would take minutes', () => {
    for (const text of texts.filter((_, index) => index % 2 === 0)) parseFormat(text.repeat(12));
  });
});

test('An ordinary text is not parsed at all', () => {
  for (const text of ['See you at 7. Fine?', 'a - b', '5 > 3', 'Hi 😀\nthere']) {
    expect(mayHaveFormat(text)).toBe(false);
  }
  for (const text of ['*a*', 'Look:\n> a', '- a', '2. b']) expect(mayHaveFormat(text)).toBe(true);
});

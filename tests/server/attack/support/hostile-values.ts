/** What strangers put where a value is expected, by what it is good for. */

const LONG = 30_000;

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n\v\f\u00a0\u2028\u2029\ufeff',
  '\0',
  'a\0b',
  // What is no Unicode text, and what is hardly one.
  '\ud800',
  '\u0001\u0008\u001b[31m\u007f\u0085\u009f',
  // Text that turns around, stacks up, hides or is only wide.
  '\u202egnp.exe\u202c\u2066x\u2069',
  `Z${'\u0301\u0327\u0336'.repeat(500)}`,
  '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}'.repeat(2_000),
  '\u{1F600}'.repeat(10_000),
  'x'.repeat(LONG),
  'a@'.repeat(LONG / 2),
  // Other people's languages.
  `' or 1=1; drop table users; --`,
  '<script>alert(1)</script>',
  'x\r\nset-cookie: a=b\r\n\r\n<html>',
  // Places and names.
  '../../../../etc/passwd',
  '%',
  '__proto__',
  'constructor',
  '1e309',
  '9007199254740993',
  // What looks like one of ours.
  '0'.repeat(24),
  'adm\u0131n@example.org',
  'data:image/png;base64,',
  `data:image/jpeg;base64,${Buffer.from('ffd8ffe1ffff', 'hex').toString('base64')}`,
  `data:image/png;base64,${'A'.repeat(LONG)}`,
  // A regular expression that backtracks is slow with one of these.
  `${'a'.repeat(50_000)}!`,
  `${'a.'.repeat(5_000)}@`,
];

export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  undefined,
  null,
  false,
  0,
  1e308,
  {},
  [],
  { $ne: null },
  { length: 1e9 },
  { toString: 'x', valueOf: 1 },
  JSON.parse('{"then":1,"toJSON":"x","constructor":1,"a":{"b":{"c":{}}}}'),
  Array.from({ length: 10_000 }, () => 0),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
];

/** The texts that a header can carry: Latin-1 without control characters. */
export const HOSTILE_HEADERS = HOSTILE_TEXTS.map((value) =>
  value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
);

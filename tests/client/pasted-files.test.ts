import { expect, test } from 'vitest';
import { readPastedFiles } from '../../src/screens/chat/composer/drop-and-paste.tsx';

const png = new File(['png'], 'image.png', { type: 'image/png' });
const tiff = new File(['tiff'], 'image.tiff', { type: 'image/tiff' });

/** What a program puts on the clipboard, with a picture of it. */
function copied(data: Record<string, string>, files = [png]) {
  return {
    types: [...Object.keys(data), 'Files'],
    files,
    getData: (type: string) => data[type] ?? '',
  };
}

const IMG = '<img src="https://example.org/cat.png" alt="A cat">';

test.each([
  ['Chrome', { 'text/html': IMG }],
  ['Safari', { 'text/html': IMG, 'text/plain': 'https://example.org/cat.png' }],
  [
    'a word processor',
    {
      'text/html': `<html><head><style>p{color:red}</style><title>Report</title></head><body lang=EN><!--StartFragment-->
        <p class=MsoNormal><span style="x"><!--[if gte vml 1]><v:shape>text</v:shape><![endif]-->${IMG}<o:p>&nbsp;</o:p></span></p>
        <!--EndFragment--></body></html>`,
      'text/plain': ' \r\n',
    },
  ],
  [
    'a program that marks the object',
    { 'text/html': `<p>\ufffc${IMG}</p>`, 'text/plain': '\ufffc' },
  ],
  ['a file manager', { 'text/plain': 'cat.png' }],
  ['a screenshot', {}],
])('A picture from %s is attached', (_program, data) => {
  expect(readPastedFiles(copied(data))).toEqual([png]);
});

test('A picture in several formats is attached once', () => {
  expect(readPastedFiles(copied({ 'text/html': IMG, 'text/plain': '' }, [png, tiff]))).toEqual([
    png,
  ]);
});

test.each([
  ['cells of a table', '<table><tr><td>1</td><td>2</td></tr></table>', '1\t2'],
  ['cells, one with a picture', `<table><tr><td>1</td><td>${IMG}</td></tr></table>`, '1\t'],
  ['a text with a picture', `<p>See ${IMG}</p>`, 'See '],
  ['two pictures', `${IMG}${IMG}`, ''],
  ['formatted text', '<b>Hello</b>', 'Hello'],
])('Of %s only the text is pasted', (_what, html, plain) => {
  expect(readPastedFiles(copied({ 'text/html': html, 'text/plain': plain }))).toEqual([]);
});

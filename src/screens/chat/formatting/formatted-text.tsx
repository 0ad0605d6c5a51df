import { css } from '@emotion/react';
import { Fragment } from 'react';
import { forcedColors } from '../../../ui/media.ts';
import { LinkedText } from './linked-text.tsx';
import { type FormatNode, type FormattedPart, parseFormat } from './parse-format.ts';

/** Every line that was typed keeps its height, so that little moves when a text becomes formatted. */
const styles = css({
  '& code': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    fontSize: '.8125rem',
    borderRadius: 4,
    background: 'color-mix(in srgb, currentColor 12%, transparent)',
    [forcedColors]: { outline: '1px solid' },
  },
  '& code:not([data-block])': { padding: '1px 4px', lineHeight: 1 },
  '& code[data-block]': {
    display: 'block',
    marginBlock: 4,
    padding: '0 10px',
    lineHeight: '1.3125rem',
    borderRadius: 'var(--r-s)',
    // In place of the lines with the backticks.
    '&::before, &::after': {
      content: '""',
      display: 'block',
      height: 'calc(1.3125rem - 4px)',
      font: 'var(--t-xs)',
    },
    '&::before': { content: 'attr(data-language)', paddingBlockStart: 3 },
  },
  '& [role=blockquote]': {
    display: 'block',
    paddingInlineStart: 10,
    borderInlineStart: '3px solid color-mix(in srgb, currentColor 45%, transparent)',
  },
  '& [role=list]': { display: 'block' },
  '& [role=listitem]': {
    display: 'block',
    paddingInlineStart: '1.25em',
    textIndent: '-1.25em',
    '&[data-kind=bullet]::before': {
      content: '"•"',
      display: 'inline-block',
      width: '1.25em',
      textAlign: 'center',
      textIndent: 0,
    },
  },
});

/** A message's text with its formatting (`formatting.ts`). The marks stay in the document, so that they are copied. */
export function FormattedText({ text }: { text: string }) {
  return (
    <span css={styles}>
      <Nodes nodes={parseFormat(text)} />
    </span>
  );
}

function Nodes({ nodes }: { nodes: readonly FormatNode[] }) {
  return nodes.map((node, index) => {
    // The nodes of a text never change their places.
    const key = index;
    if (typeof node === 'string') {
      return (
        <Fragment key={key}>
          <LinkedText text={node} />
        </Fragment>
      );
    }
    if ('mark' in node) {
      return (
        <span key={key} hidden>
          {node.mark}
        </span>
      );
    }
    return <Part key={key} part={node} />;
  });
}

/** As roles: a paragraph cannot contain the elements. */
const ROLES = {
  quote: 'blockquote',
  list: 'list',
  bullet: 'listitem',
  numbered: 'listitem',
} as const;

function Part({ part }: { part: FormattedPart }) {
  const { kind, children, language } = part;
  const content = <Nodes nodes={children} />;
  switch (kind) {
    case 'bold':
      return <strong>{content}</strong>;
    case 'italic':
      return <em>{content}</em>;
    case 'struck':
      return <s>{content}</s>;
    case 'code':
      return <code>{content}</code>;
    case 'code-block':
      return (
        <code data-block data-language={language ?? ''}>
          {content}
        </code>
      );
    default:
      return (
        <span role={ROLES[kind]} data-kind={kind}>
          {content}
        </span>
      );
  }
}

/**
 * Every small change of a source file that a test should notice, found in its syntax tree. Types, imports, log lines and
 * the texts of errors stay as they are.
 */
import {
  isArrayLiteralExpression,
  isBinaryExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isNewExpression,
  isNumericLiteral,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** What stands from `start` to `end` is replaced. */
export interface Mutation {
  kind: string;
  start: number;
  end: number;
  after: string;
}

/** Each operator and the one that takes its place. */
const OPERATORS = new Map(
  ['< <=', '<= <', '> >=', '>= >', '=== !==', '!== ===', '&& ||', '|| &&', '+ -', '- +', '* /']
    .map((pair) => pair.split(' '))
    .map(([before = '', after = '']) => [before, after]),
);
const SQL = /^.\s*(select|insert|update|delete|with)\s|\s(where|and|or|order by|set)\s/;
const SQL_OPERATORS: readonly [RegExp, string][] = [
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)(?<!between \S+ )and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/(?<=\s)desc\b/g, 'asc'],
  [/(?<=\s)is null\b/g, 'is not null'],
  [/(?<=\s)is not null\b/g, 'is null'],
  [/(?<=\s)not (?=exists|in )/g, ''],
];
const LOG = /^((void|await) )?([\w.]*\b(log|logger|console|performance)\.|report\(|debug\()/;
const EXITS = [
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.BreakStatement,
];
const NOT_RUN = [
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
];

export function findMutations(source: SourceFile): Mutation[] {
  const found: Mutation[] = [];
  const textOf = (node: Node) => source.text.slice(node.getStart(source), node.end);
  const add = (kind: string, node: Node, after: string) =>
    found.push({ kind, start: node.getStart(source), end: node.end, after });

  function addStatement(node: Node): void {
    if (isIfStatement(node)) {
      if (!node.elseStatement && alwaysLeaves(node.thenStatement)) add('early exit', node, ';');
      add('condition', node.expression, `!(${textOf(node.expression)})`);
    } else if (
      isReturnStatement(node) &&
      node.expression &&
      textOf(node.expression) !== 'undefined'
    ) {
      add('result', node.expression, 'undefined');
    } else if (isExpressionStatement(node)) {
      add('statement', node, ';');
    }
  }

  function addExpression(node: Node): void {
    if (isBinaryExpression(node)) {
      const operator = textOf(node.operatorToken);
      const after = OPERATORS.get(operator);
      const isText = operator === '+' && /['`]/.test(textOf(node));
      if (after !== undefined && !isText) add('operator', node.operatorToken, after);
      if (operator === '??') add('fallback', node, `(${textOf(node.left)})`);
    } else if (isConditionalExpression(node)) {
      add('condition', node.condition, `!(${textOf(node.condition)})`);
    } else if (isArrayLiteralExpression(node) && node.elements.length > 0) {
      add('array', node, '[]');
    } else if (isNumericLiteral(node)) {
      // One more of many milliseconds or bytes is nothing that anybody could observe.
      add('number', node, `(${textOf(node)} ${Number(node.text) < 100 ? '+ 1' : '* 2'})`);
    } else if (node.kind === SyntaxKind.TrueKeyword) {
      add('boolean', node, 'false');
    } else if (node.kind === SyntaxKind.FalseKeyword) {
      add('boolean', node, 'true');
    }
  }

  function addText(node: Node, isOfError: boolean): void {
    const isTemplate =
      node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
      node.kind === SyntaxKind.TemplateExpression;
    if (!isTemplate && !isStringLiteral(node)) return;
    const text = textOf(node);
    const isSql = SQL.test(text);
    if (!isSql && !isTemplate && !isOfError && text.length > 2) add('text', node, "''");
    if (!isSql) return;
    for (const [operator, after] of SQL_OPERATORS) {
      for (const { 0: match, index } of text.matchAll(operator)) {
        const start = node.getStart(source) + index;
        found.push({ kind: 'sql', start, end: start + match.length, after });
      }
    }
  }

  function visit(node: Node, isOfError: boolean): void {
    if (isTypeNode(node) || NOT_RUN.includes(node.kind)) return;
    if (isExpressionStatement(node) && LOG.test(textOf(node))) return;
    addStatement(node);
    addExpression(node);
    addText(node, isOfError);
    const isError = isNewExpression(node) && textOf(node.expression).endsWith('Error');
    const isThrown = node.kind === SyntaxKind.ThrowStatement;
    node.forEachChild((child) => {
      const isName = isPropertyAssignment(node) && child === node.name;
      if (!isName) visit(child, isOfError || isError || isThrown);
    });
  }

  visit(source, false);
  return found;
}

/** Whether nothing after this statement runs. */
function alwaysLeaves(statement: Node): boolean {
  let last = statement;
  if (statement.kind === SyntaxKind.Block) {
    statement.forEachChild((child) => {
      last = child;
    });
  }
  return EXITS.includes(last.kind);
}

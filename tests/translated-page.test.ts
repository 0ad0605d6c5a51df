/**
 * A browser that translates a page puts each text into an element of its own. React still holds the text node: to remove
 * it, or to insert something before it, throws, and a change of it stays invisible. Safe is a text that is the only
 * child of an element, since React then sets the text of that element. So each text is alone in its element.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { JsxChild, Node } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isFunctionDeclaration,
  isFunctionExpression,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from './support/source-files.ts';

const api = new API({ cwd: projectRoot });
afterAll(() => api.close());

/** Calls `visit` for each node of each component of a project; returns what it finds wrong, with place and code. */
function check(
  project: string,
  visit: (node: Node, checker: Checker) => readonly Node[],
): string[] {
  const { program, checker } =
    api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? {};
  if (!program || !checker) throw new Error(`no project ${project}`);
  const found: string[] = [];
  const folder = dirname(project);
  for (const path of program.getSourceFileNames()) {
    const file =
      path.endsWith('.tsx') && !path.includes('node_modules')
        ? program.getSourceFile(path)
        : undefined;
    const walk = (node: Node): void => {
      for (const wrong of visit(node, checker)) {
        const line = file?.text.slice(0, wrong.getStart()).split('\n').length;
        found.push(`${relative(folder, path)}:${line} ${wrong.getText().replaceAll(/\s+/g, ' ')}`);
      }
      node.forEachChild((child) => walk(child));
    };
    if (file) walk(file);
  }
  return found;
}

/** The texts that are not alone in an element. */
function findLooseTexts(node: Node, checker: Checker): readonly Node[] {
  if (isJsxElement(node) || isJsxFragment(node)) {
    const children = node.children.filter(isShown);
    const isAlone =
      children.length === 1 && isJsxElement(node) && !passesThrough(node.openingElement.tagName);
    return children.filter((child) => mayBeText(child, checker, isAlone));
  }
  // A component that returns a text does not know what is beside it.
  const isComponent =
    (isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')) ||
    ((isArrowFunction(node) || isFunctionExpression(node)) &&
      /^memo\(/.test(node.parent.getText()));
  if (!isComponent) return [];
  const [signature] = checker.getSignaturesOfType(
    checker.getTypeAtLocation(node) as Type,
    SignatureKind.Call,
  );
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  return returned && holdsText(returned, checker) ? [node] : [];
}

/** Renders no element around its children. */
const passesThrough = (tag: Node): boolean => /^Suspense$|Context$|Provider$/.test(tag.getText());

/** JSX removes line breaks with the spaces around them. */
function isShown(child: JsxChild): boolean {
  if (isJsxText(child)) return /\S/.test(child.text) || !child.text.includes('\n');
  return !isJsxExpression(child) || child.expression !== undefined;
}

function mayBeText(child: JsxChild, checker: Checker, isAlone: boolean): boolean {
  if (isJsxText(child)) return !isAlone;
  if (!isJsxExpression(child) || !child.expression) return false;
  const type = checker.getTypeAtLocation(child.expression);
  if (!type) return true;
  if (!isAlone) return holdsText(type, checker);
  // Alone, but with several texts in it.
  const kinds = type.isUnionType() ? type.getTypes() : [type];
  return kinds.some((one) => checker.isArrayType(one) && holdsText(one, checker));
}

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;

/** `seen` ends the walk through a type that contains itself. */
function holdsText(type: Type, checker: Checker, seen: readonly number[] = []): boolean {
  if (seen.includes(type.id)) return false;
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return true;
  // React renders nothing for an empty text.
  if (type.isStringLiteralType() && type.value === '') return false;
  if (type.flags & TEXT) return true;
  const parts = type.isUnionType()
    ? type.getTypes()
    : type.isTypeReference() && checker.isArrayType(type)
      ? checker.getTypeArguments(type)
      : [];
  return parts.some((one) => holdsText(one, checker, [...seen, type.id]));
}

/** Names of people that would be translated. */
function findTranslatedNames(node: Node): readonly Node[] {
  if (!isJsxExpression(node) || !isJsxElement(node.parent) || !node.expression) return [];
  if (!isPropertyAccessExpression(node.expression)) return [];
  if (node.expression.name.text !== 'fullName') return [];
  const isMarked = node.parent.openingElement.attributes.properties.some(
    (one) => isJsxAttribute(one) && one.getText() === 'translate="no"',
  );
  return isMarked ? [] : [node];
}

const app = join(projectRoot, 'tsconfig.json');

test('Each text of the app is alone in its element', () => {
  expect(check(app, findLooseTexts)).toEqual([]);
});

test('Names of people are not translated', () => {
  expect(check(app, findTranslatedNames)).toEqual([]);
});

test('A text beside something is found, whatever brings it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'duet-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "jsx": "preserve", "strict": true, "types": [] } }',
  );
  writeFileSync(
    join(folder, 'sample.tsx'),
    `declare global { namespace JSX { interface Element { type: string } interface IntrinsicElements { [tag: string]: any } } }
declare const text: string, count: number, isOn: boolean, parts: string[], name: '' | 'Ada';
declare const Context: (props: { children: any }) => JSX.Element;
export const fine = [
  <p>{text}</p>,
  <p>{isOn && text}</p>,
  <p>
    <i />
    <b>{count}</b>
    {isOn && <i />}
  </p>,
];
export const wrong = [
  <p><i />{text}</p>,
  <p>Hello <b>{text}</b></p>,
  <p>{count} new</p>,
  <p><i />{isOn ? text : <i />}</p>,
  <p>{parts.map((part) => part)}</p>,
  <p>{name}<i /></p>,
  <Context>{text}</Context>,
  <>{text}</>,
];
export function Bare() {
  return isOn ? text : <i />;
}
`,
  );
  const lines = check(join(folder, 'tsconfig.json'), findLooseTexts).map(
    (place) => /:(\d+)/.exec(place)?.[1],
  );
  expect([...new Set(lines)]).toEqual(['14', '15', '16', '17', '18', '19', '20', '21', '23']);
});

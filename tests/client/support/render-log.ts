/**
 * Tells which components React rendered. Import it before anything that imports React DOM: it
 * stands where React looks for its devtools.
 */
interface Fiber {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  return: Fiber | null;
}

/** React's mark for a component whose function ran. */
const PERFORMED_WORK = 1;

let rendered: string[][] = [];

Object.defineProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
  value: {
    supportsFiber: true,
    isDisabled: false,
    checkDCE: () => undefined,
    inject: () => 1,
    onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => walk(root.current),
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  },
});

function walk(fiber: Fiber): void {
  const before = fiber.alternate;
  const name = nameOf(fiber);
  if (name !== undefined && fiber.flags & PERFORMED_WORK) rendered.push(pathOf(fiber));
  // The same child is a part that React left alone.
  if (before && before.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) walk(child);
}

function pathOf(fiber: Fiber): string[] {
  const names: string[] = [];
  for (let one: Fiber | null = fiber; one; one = one.return) {
    const name = nameOf(one);
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

function nameOf({ type }: Fiber): string | undefined {
  if (typeof type === 'function') return type.name;
  if (typeof type !== 'object' || type === null) return undefined;
  if ('type' in type && typeof type.type === 'function') return type.type.name;
  if ('render' in type && typeof type.render === 'function') return type.render.name || undefined;
  return undefined;
}

/** What was rendered during `act`: each component by the names from the root down to it. */
export async function logRenders(act: () => Promise<void>): Promise<string[][]> {
  rendered = [];
  await act();
  return rendered;
}

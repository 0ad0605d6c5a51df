import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { loadSurely } from './load-code.ts';

/** A component whose code is imported when it is first shown; until then `Meanwhile` or nothing. A failed import is retried. */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
) {
  const Late: ComponentType<Props> = lazy(async () => ({ default: await loadSurely(load) }));
  return (props: Props) => (
    <Suspense fallback={Meanwhile && createElement(Meanwhile, props)}>
      {createElement(Late, props)}
    </Suspense>
  );
}

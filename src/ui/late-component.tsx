import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { loadSurely } from '../lib/load-code.ts';

/** A component whose code is imported when it is first shown. Nothing is shown until then; a failed import is retried. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Late: ComponentType<Props> = lazy(async () => ({ default: await loadSurely(load) }));
  return (props: Props) => <Suspense>{createElement(Late, props)}</Suspense>;
}

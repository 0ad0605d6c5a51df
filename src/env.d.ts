/// <reference types="@rsbuild/core/types" />

interface ImportMetaEnv {
  /** Origin of the backend, fixed at build time, without a trailing slash; absent: the page's own origin. */
  readonly PUBLIC_API_URL?: string;
}

/** Beyond the DOM types of TypeScript: Chromium has it, at secure addresses. */
interface Navigator {
  readonly storageBuckets?: {
    keys(): Promise<string[]>;
    open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
    delete(name: string): Promise<void>;
  };
}

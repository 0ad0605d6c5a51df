/// <reference types="@rsbuild/core/types" />

interface ImportMetaEnv {
  /** Origin of the backend, fixed at build time, without a trailing slash; absent: the page's own origin. */
  readonly PUBLIC_API_URL?: string;
}

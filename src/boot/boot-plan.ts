/** What the boot script is told by the build. */
export interface BootPlan {
  /** Key of the session token in local storage. */
  tokenKey: string;
  /** Key of the preferences there. */
  preferencesKey: string;
  /** Header that carries the token. */
  tokenHeader: string;
  /** Addresses of calls: the session check, and the people. */
  check: string;
  users: string;
  /** Values of the property `font` that the first screens show text in, beyond those of the shell. */
  fonts: string[];
  /** How long the calls may take, in ms. */
  deadlineMs: number;
  /**
   * Scripts that each screen will import, beyond those that the page names; `conversation`: that home
   * needs besides where one stands open.
   */
  scripts: { login: string[]; home: string[]; profile: string[]; conversation: string[] };
}

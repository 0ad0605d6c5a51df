/** What the boot script is told by the build. */
export interface BootPlan {
  /** Key of the session token in local storage. */
  tokenKey: string;
  /** Header that carries the token. */
  tokenHeader: string;
  /** Addresses of calls: the session check, and the people. */
  check: string;
  users: string;
  /** How long the calls may take, in ms. */
  deadlineMs: number;
  /** Scripts that each screen will import, beyond those that the page names. */
  scripts: { login: string[]; home: string[]; profile: string[] };
}

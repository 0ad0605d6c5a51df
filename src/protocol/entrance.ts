/**
 * Who may sign up, as this server says it in the page that it serves, since nothing may be called before signing in:
 * `<meta name="entrance" content="…">`, whose content is written like the search of an address. A page without it, also
 * that of another server, is open to everybody.
 */
export const ENTRANCE_META = 'entrance';

/** `invite`: with an invitation. `closed`: nobody. */
export const SIGN_UP_MODES = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Parameters of /login that carry a code: of an invitation, of a link for a new password. */
export const CODES = ['invite', 'reset'] as const;
export type CodeKind = (typeof CODES)[number];

export interface PageEntrance {
  signUps: SignUpMode;
  /** Who sent the invitation in the address; absent if the operator did. */
  from?: string;
  /** Whose password the code in the address changes. */
  email?: string;
  /** The code in the address does not hold, or does not hold any more. */
  spent?: CodeKind;
}

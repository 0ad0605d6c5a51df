/** Is told what failed where nobody waits for it, `what` in words. */
export type Report = (error: unknown, what: string) => void;

/** Reports a background error; `what` describes it. */
export type Report = (error: unknown, what: string) => void;

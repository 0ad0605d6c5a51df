/** What the person has asked for over the screen. Its code may load later. */
import { create } from 'zustand';

type Asked = 'invitation' | 'shortcuts' | 'logout';

const useAsked = create<Asked | null>(() => null);

export const useIsAsked = (what: Asked): boolean => useAsked((asked) => asked === what);

/** Null: the person has closed it, or the session has ended. */
export const askFor = (what: Asked | null): void => useAsked.setState(what, true);

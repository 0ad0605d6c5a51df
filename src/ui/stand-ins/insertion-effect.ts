/** The build puts this in the place of Emotion's search for a hook that every React here has. */
import { useInsertionEffect } from 'react';

export const useInsertionEffectAlwaysWithSyncFallback = useInsertionEffect;
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;

/**
 * Whether this window acts as if its server knew nothing beyond the contract (spec section 7): a switch
 * for developers. It holds for this tab and takes effect with the next load.
 */
const KEY = 'contract-only';

export const isContractOnly = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    // Storage is switched off: so is the switch.
    return false;
  }
};

export function setContractOnly(isOn: boolean): void {
  if (isOn) sessionStorage.setItem(KEY, 'on');
  else sessionStorage.removeItem(KEY);
}

/**
 * Whether this window treats its server as knowing only the contract (spec section 7): a switch for developers. It
 * applies to this tab from the next load.
 */
const KEY = 'contract-only';

export const isContractOnly = (): boolean => {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    // Without storage, the switch is off.
    return false;
  }
};

export function setContractOnly(isOn: boolean): void {
  if (isOn) sessionStorage.setItem(KEY, 'on');
  else sessionStorage.removeItem(KEY);
}

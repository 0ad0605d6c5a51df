/** The latest login to this account on another device, until the person has answered. */
import { create } from 'zustand';

interface NewDevice {
  /** Its user agent. */
  client: string;
}

export const useNewDevice = create<NewDevice | null>(() => null);

export const setNewDevice = (device: NewDevice | null): void => useNewDevice.setState(device, true);

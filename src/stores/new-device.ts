/** The latest login to this account on another device, until the person has answered. */
import { create } from 'zustand';

interface NewDevice {
  /** Its user agent. */
  client: string;
}

const useDevice = create<{ device: NewDevice | null }>(() => ({ device: null }));

export const useNewDevice = (): NewDevice | null => useDevice((state) => state.device);

export const setNewDevice = (device: NewDevice | null): void => useDevice.setState({ device });

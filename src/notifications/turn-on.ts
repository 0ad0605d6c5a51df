import { setPreference } from '../stores/preferences.ts';
import { askPermission, type Permission } from './desktop.ts';

/** Switches notifications on, if the browser's question is answered so. Only upon a press of the person. */
export async function turnOnNotifications(): Promise<Permission> {
  const permission = await askPermission();
  setPreference('hasNotifications', permission === 'granted');
  return permission;
}

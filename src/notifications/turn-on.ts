import { setPreference } from '../stores/preferences.ts';
import { askPermission, type Permission } from './desktop.ts';

/** Switches notifications on, if the person allows them. Only after they have pressed something for it. */
export async function turnOnNotifications(): Promise<Permission> {
  const permission = await askPermission();
  setPreference('hasNotifications', permission === 'granted');
  return permission;
}

import { domainToUnicode } from 'node:url';
import { toAsciiEmail } from '../../src/protocol/email.ts';

/** The form in which emails are compared: two with the same key belong to one account. */
export function toEmailKey(email: string): string {
  return toAsciiEmail(email.normalize('NFKC').trim()).toLowerCase();
}

/** The form in which people read their email: with an international domain in its own letters. */
export function toShownEmail(email: string): string {
  const ascii = toAsciiEmail(email);
  const start = ascii.lastIndexOf('@') + 1;
  const domain = ascii.slice(start);
  const isInternational = /(?:^|\.)xn--/i.test(domain);
  // Empty if the domain has an invalid label.
  const shown = isInternational ? domainToUnicode(domain) : '';
  return shown === '' ? email : ascii.slice(0, start) + shown;
}

/** Emails whose domain is written in other letters than ASCII: `ada@münchen.example`. */

/** The pattern of `<input type="email">` in the HTML standard. */
const VALID =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const ASCII = /^[\0-\x7f]*$/;
/** A character that ends the host of an address. */
const NO_HOST = /[\s/?#:@\\[\]%]/;

/** The same email with the ASCII form of its domain (`xn--…`), as mail programs send it; unchanged without a domain. */
export function toAsciiEmail(email: string): string {
  const start = email.lastIndexOf('@') + 1;
  const domain = email.slice(start);
  if (start === 0 || ASCII.test(domain) || NO_HOST.test(domain)) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? email.slice(0, start) + new URL(address).hostname : email;
}

/** Whether an email is valid: browsers differ in whether their email fields accept an international domain. */
export const isEmail = (text: string): boolean => VALID.test(toAsciiEmail(text.trim()));

/** Used space, and how it is shown. */
export interface Usage {
  kinds: Kind[];
  /** In any order. */
  people: PersonUsage[];
}

export interface Kind {
  what: string;
  bytes: number;
  /** What it contains, and how to reduce it. */
  remark: string;
}

export interface PersonUsage {
  name: string;
  email: string;
  messages: number;
  textBytes: number;
  /** Sent pictures and the profile picture. */
  pictures: number;
  pictureBytes: number;
}

/** A table for the terminal: all kinds, and the people who use most. */
export function* describeUsage({ kinds, people }: Usage, most: number): Generator<string> {
  for (const { what, bytes, remark } of kinds) {
    yield `${what.padEnd(44)}${formatBytes(bytes)}   ${remark}`.trimEnd();
  }
  const sorted = people.toSorted((a, b) => sum(b) - sum(a));
  yield '';
  yield `${'Person'.padEnd(44)}${'in all'.padStart(10)}${'pictures'.padStart(20)}${'messages'.padStart(12)}`;
  for (const person of sorted.slice(0, most)) {
    const pictures = `${person.pictures} of${formatBytes(person.pictureBytes)}`;
    yield `${nameOf(person).padEnd(44)}${formatBytes(sum(person))}${pictures.padStart(20)}${String(person.messages).padStart(12)}`;
  }
  if (sorted.length > most) yield `and ${sorted.length - most} more people`;
}

const sum = ({ textBytes, pictureBytes }: PersonUsage) => textBytes + pictureBytes;

/** Two people may have the same name. People choose their names: control characters must not reach the terminal. */
function nameOf({ name, email }: PersonUsage): string {
  return (email === '' ? name : `${name} <${email}>`).replaceAll(/\p{C}/gu, '?');
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(10);
}

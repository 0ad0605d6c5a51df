/** What takes how much room, and how it is told. */
export interface Usage {
  kinds: Kind[];
  /** In any order. */
  people: PersonUsage[];
}

export interface Kind {
  what: string;
  bytes: number;
  /** What it consists of, and what can be done about it. */
  remark: string;
}

export interface PersonUsage {
  name: string;
  email: string;
  messages: number;
  textBytes: number;
  /** Those that the person sent, and the one of the profile. */
  pictures: number;
  pictureBytes: number;
}

/** As a table for the terminal: all kinds, and the people who take most. */
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

/** Two people may have the same name. The name is what its person chose: no control characters reach the terminal. */
function nameOf({ name, email }: PersonUsage): string {
  return (email === '' ? name : `${name} <${email}>`).replaceAll(/\p{C}/gu, '?');
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`.padStart(10);
}

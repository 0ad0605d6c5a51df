import { VARIANTS } from '../drawing/scenery.ts';
import { DEMO_PEOPLE, type PersonKey } from '../people.ts';
import { LETTERS } from '../phrases/letters.ts';
import { parseExchanges } from '../phrases/parse-exchanges.ts';
import { makeRandom } from '../random.ts';
import { DAY, MINUTE, type PlannedMessage } from './planned-message.ts';

/** The conversations that have words of their own. */
export function planLetters(now: number): PlannedMessage[] {
  return LETTERS.split(/^# /m)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => planOne(part, now));
}

function planOne(part: string, now: number): PlannedMessage[] {
  const [head = '', ...lines] = part.split('\n');
  const [firstName = '', secondName = '', daysAgo = ''] = head.trim().split(' ');
  const [first, second] = [toPerson(firstName), toPerson(secondName)];
  const random = makeRandom(`letters ${head}`);
  const exchanges = parseExchanges(lines.join('\n'));
  let day = now - Number(daysAgo) * DAY - random.between(70, 200) * MINUTE;
  const days = exchanges.map(() => {
    const at = day;
    day -= random.between(1, 5) * DAY;
    return at;
  });
  days.reverse();
  return exchanges.flatMap(({ turns }, index) => {
    let at = days[index] ?? now;
    return turns.map(({ isFirst, content }): PlannedMessage => {
      at += random.between(30_000, 5 * MINUTE);
      const [from, to] = isFirst ? [first, second] : [second, first];
      return {
        from,
        to,
        at: Math.round(at),
        state: 'seen',
        content:
          'text' in content
            ? { text: content.text }
            : { picture: { kind: content.picture, variant: random.whole(0, VARIANTS - 1) } },
      };
    });
  });
}

function toPerson(name: string): PersonKey {
  const person = DEMO_PEOPLE.find(({ key }) => key === name);
  if (!person) throw new Error(`Nobody in the demo is called “${name}”.`);
  return person.key;
}

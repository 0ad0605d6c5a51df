import { VARIANTS } from '../drawing/scenery.ts';
import { REMARKS, SIGHTS, STOPS } from '../phrases/journey.ts';
import { inTurn, makeRandom } from '../random.ts';
import { DAY, MINUTE, type PlannedMessage } from './planned-message.ts';

/** Kenji's journey, message by message; Elin has not seen any of it. */
export function planJourney(now: number): PlannedMessage[] {
  const random = makeRandom('journey');
  const contents = STOPS.flatMap((stop, index): PlannedMessage['content'][] => {
    const share = REMARKS.length / STOPS.length;
    const remarks = REMARKS.slice(Math.round(index * share), Math.round((index + 1) * share));
    return [
      { text: `${index + 1}. ${stop}` },
      { picture: { kind: inTurn(index, SIGHTS), variant: random.whole(0, VARIANTS - 1) } },
      ...remarks.map((text) => ({ text })),
    ];
  });
  const end = now - 52 * MINUTE;
  const step = (19 * DAY) / contents.length;
  return contents.map((content, index) => {
    const before = contents.length - 1 - index;
    const jitter = before === 0 ? 0 : random.between(-0.4, 0.4) * step;
    return {
      from: 'kenji',
      to: 'elin',
      at: Math.round(end - before * step + jitter),
      content,
      state: 'delivered',
    };
  });
}

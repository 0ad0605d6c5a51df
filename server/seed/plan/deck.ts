import type { DayTime, Exchange, Season } from '../phrases/parse-exchanges.ts';
import type { Random } from '../random.ts';

/** Exchanges with pictures are dealt this often, so that a picture stays something to look at. */
const PICTURE_SHARE = 0.62;

interface Deck {
  /** Something that fits the occasion, as different as possible from what was said lately. */
  deal(occasion: { time?: DayTime; season: Season }): Exchange;
}

/** Goes through all exchanges in a chance order before one comes again. */
export function makeDeck(exchanges: readonly Exchange[], random: Random): Deck {
  let cards = random.shuffle(exchanges);
  const again = exchanges.filter((exchange) => !exchange.isOnce);

  function take(occasion: { time?: DayTime; season: Season }): Exchange | undefined {
    const index = cards.findIndex(
      ({ time, season }) =>
        (time === undefined || time === occasion.time) &&
        (season === undefined || season === occasion.season),
    );
    return index < 0 ? undefined : cards.splice(index, 1)[0];
  }

  function reshuffle(): void {
    const isDealt = ({ turns }: Exchange) =>
      turns.every(({ content }) => 'text' in content) || random.chance(PICTURE_SHARE);
    cards = [
      ...cards,
      ...random.shuffle(again.filter((card) => !cards.includes(card) && isDealt(card))),
    ];
  }

  return {
    deal(occasion) {
      if (cards.length < again.length / 3) reshuffle();
      const card = take(occasion);
      if (card) return card;
      reshuffle();
      const fresh = take(occasion);
      if (!fresh) throw new Error('No exchange fits this occasion.');
      return fresh;
    },
  };
}

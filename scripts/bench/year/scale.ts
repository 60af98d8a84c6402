/** What is planned for (OPS-06): a chain at its largest, and what it does in a day. */
const planned = {
  stores: 10_000,
  phones: 5_000_000,
  /** Content, made over five years; each item is made once and changed four times. */
  items: 100_000,
  sendsToEveryone: 2,
  sendsToOneStore: 3_000,
  threads: 1_500,
  /** Popups that a phone showed: one a month. */
  showings: 170_000,
};
export type Scale = typeof planned;

/** Of a hundred phones that get a message, so many open it. */
export const OPENED_OF_A_HUNDRED = 5;
/** Rows that the history gets for an item: made once, changed four times, in five years. */
export const CHANGES_OF_AN_ITEM = 5;
export const ITEM_YEARS = 5;

/** The plan divided by a factor; what happens by day or lies around stays at least one. Throws what to give instead when it is none. */
export const reducedBy = (factor: number): Scale => {
  if (!Number.isFinite(factor) || factor < 1 || factor > 1_000) throw new Error('The factor is a number from 1 to 1000.');
  const reduce = (value: number): number => Math.max(1, Math.round(value / factor));
  return {
    stores: reduce(planned.stores),
    phones: reduce(planned.phones),
    items: reduce(planned.items),
    sendsToEveryone: planned.sendsToEveryone,
    sendsToOneStore: reduce(planned.sendsToOneStore),
    threads: reduce(planned.threads),
    showings: reduce(planned.showings),
  };
};

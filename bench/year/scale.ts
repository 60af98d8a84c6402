/** The planned scale (OPS-06): the largest chain and its activity on a day. */
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

/** Divides the plan by a factor from 1 to 1000. Each number stays at least one. Throws if the factor is invalid. */
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

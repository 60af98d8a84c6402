import { matchesVersion } from '../app-version/index.ts';
import { type IndexedRule, isReached, type AudienceStore, type StoreReason, type StoreRule, storeReason } from './audience.ts';

/** An instant: ISO 8601 in UTC, or milliseconds since 1970 where it is compared often. */
export type Moment = string | number;
export const millisecondsOf = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment));

/** The facts of an item that decide who sees it; null ends are open. */
export type Aimed<Instant extends Moment = string> = StoreRule & {
  segments: readonly string[];
  /** A-91; empty is every version. */
  version: string;
  disabled: boolean;
  publicationStart: Instant | null;
  publicationEnd: Instant | null;
};

/** An item whose store and group ids may be indexed. */
type IndexedItem = IndexedRule & Omit<Aimed<Moment>, keyof StoreRule>;

/** The customer who views an item. A null store: none was chosen. Null segments or version: that rule is skipped. */
export type Viewer = {
  store: AudienceStore | null;
  segments: readonly string[] | null;
  appVersion: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

type Reason =
  | { rule: 'window'; because: WindowState }
  | { rule: 'store'; because: StoreReason | 'withoutStore' | 'withoutStoreUnsure' | 'storeNeeded' }
  | { rule: 'segments'; because: 'everyone' | 'member' | 'notMember' }
  | { rule: 'version'; because: 'everyVersion' | 'matches' | 'otherVersion' }
  | { rule: 'disabled'; because: 'enabled' | 'shownInactive' };
type Verdict = Reason & { hides: boolean };
export type Decision = {
  visible: boolean;
  /** One verdict for each evaluated rule, in the order of the rules. */
  reasons: Verdict[];
};

export const windowStates = ['open', 'notYet', 'over'] as const;
export type WindowState = (typeof windowStates)[number];

/** Returns how an instant (milliseconds) relates to a publication. Both ends are inclusive, null ends are open (A-75, STATE-01..03). */
export const windowState = (
  { publicationStart, publicationEnd }: Pick<Aimed<Moment>, 'publicationStart' | 'publicationEnd'>,
  at: number,
): WindowState => {
  if (publicationStart !== null && at < millisecondsOf(publicationStart)) return 'notYet';
  return publicationEnd !== null && at > millisecondsOf(publicationEnd) ? 'over' : 'open';
};

const windowVerdict = (item: Pick<Aimed<Moment>, 'publicationStart' | 'publicationEnd'>, at: number): Verdict => {
  const because = windowState(item, at);
  return { rule: 'window', because, hides: because !== 'open' };
};

const storeVerdict = (item: IndexedRule, store: AudienceStore | null): Verdict => {
  if (store !== null) {
    const because = storeReason(item, store);
    // Customers of a deleted store count as without a store, but its exclusions still hide the item (D-30).
    if (!store.deleted || because !== 'notChosen') return { rule: 'store', because, hides: !isReached(because) };
  }
  if (item.includeStoreType !== 'all') return { rule: 'store', because: 'storeNeeded', hides: true };
  const excludesSome = item.excludeStores.length > 0 || item.excludeStoreGroups.length > 0;
  return { rule: 'store', because: excludesSome ? 'withoutStoreUnsure' : 'withoutStore', hides: false };
};

/** Returns whether a store rule shows an item to customers of a store (null: without one), ignoring all other rules. */
export const showsAt = (rule: IndexedRule, store: AudienceStore | null): boolean => !storeVerdict(rule, store).hides;

const segmentsVerdict = (wanted: readonly string[], has: readonly string[]): Verdict => {
  if (wanted.length === 0) return { rule: 'segments', because: 'everyone', hides: false };
  const member = wanted.some((name) => has.includes(name));
  return { rule: 'segments', because: member ? 'member' : 'notMember', hides: !member };
};

const versionVerdict = (expression: string, appVersion: string): Verdict => {
  if (expression.trim() === '') return { rule: 'version', because: 'everyVersion', hides: false };
  const matches = matchesVersion(expression, appVersion);
  return { rule: 'version', because: matches ? 'matches' : 'otherVersion', hides: !matches };
};

/**
 * Decides who sees an item. Feed, availability and previews all use this function.
 */
export const decide = (item: IndexedItem, viewer: Viewer): Decision => {
  const reasons: Verdict[] = [windowVerdict(item, viewer.at), storeVerdict(item, viewer.store)];
  if (viewer.segments !== null) reasons.push(segmentsVerdict(item.segments, viewer.segments));
  if (viewer.appVersion !== null) reasons.push(versionVerdict(item.version, viewer.appVersion));
  // Never hides it: a disabled item is shown, but cannot be opened.
  reasons.push({ rule: 'disabled', because: item.disabled ? 'shownInactive' : 'enabled', hides: false });
  return { visible: reasons.every((reason) => !reason.hides), reasons };
};

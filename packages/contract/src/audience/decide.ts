import { matchesVersion } from '../app-version/index.ts';
import { type AskedRule, isReached, type PlacedStore, type StoreReason, type StoreRule, storeReason } from './audience.ts';

/** An instant in ISO 8601 UTC; whoever asks about the same one often has it in milliseconds since 1970. */
export type Moment = string | number;
export const millisecondsOf = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment));

/** What decides who sees an item; null ends are open. */
export type Aimed<Instant extends Moment = string> = StoreRule & {
  segments: readonly string[];
  /** A-91; empty is every version. */
  version: string;
  disabled: boolean;
  publicationStart: Instant | null;
  publicationEnd: Instant | null;
};

/** The same as it is asked about a viewer. */
type AskedItem = AskedRule & Omit<Aimed<Moment>, keyof StoreRule>;

/** Who asks. A null store is a customer who chose none; null segments or version: not asked about, so they decide nothing. */
export type Viewer = {
  store: PlacedStore | null;
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
  /** One for each rule that was asked, in the order of the rules; those that hide the item say so. */
  reasons: Verdict[];
};

export const windowStates = ['open', 'notYet', 'over'] as const;
export type WindowState = (typeof windowStates)[number];

/** A-75, STATE-01..03: where an instant (milliseconds) lies to a publication; both ends are inside, open ends never end. */
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

const storeVerdict = (item: AskedRule, store: PlacedStore | null): Verdict => {
  if (store !== null) {
    const because = storeReason(item, store);
    // Whose store was deleted has none, and still does not see what excluded it (D-30).
    if (!store.deleted || because !== 'notChosen') return { rule: 'store', because, hides: !isReached(because) };
  }
  if (item.includeStoreType !== 'all') return { rule: 'store', because: 'storeNeeded', hides: true };
  const excludesSome = item.excludeStores.length > 0 || item.excludeStoreGroups.length > 0;
  return { rule: 'store', because: excludesSome ? 'withoutStoreUnsure' : 'withoutStore', hides: false };
};

/** Whether a rule shows something to the customers of a store, or to those without one, whatever else decides. */
export const showsAt = (rule: AskedRule, store: PlacedStore | null): boolean => !storeVerdict(rule, store).hides;

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
 * Who sees an item: the one function that feed, availability and previews ask. A disabled
 * item is shown, but inactive.
 */
export const decide = (item: AskedItem, viewer: Viewer): Decision => {
  const reasons: Verdict[] = [windowVerdict(item, viewer.at), storeVerdict(item, viewer.store)];
  if (viewer.segments !== null) reasons.push(segmentsVerdict(item.segments, viewer.segments));
  if (viewer.appVersion !== null) reasons.push(versionVerdict(item.version, viewer.appVersion));
  reasons.push({ rule: 'disabled', because: item.disabled ? 'shownInactive' : 'enabled', hides: false });
  return { visible: reasons.every((reason) => !reason.hides), reasons };
};

import { keysOf } from '../core/index.ts';
import { pluginKinds } from '../plugins/index.ts';

const edited = ['create', 'update', 'delete'] as const;

/** The kinds of items in the history, with the actions on each (HIST-07). */
export const historyKinds = {
  content: edited,
  store: edited,
  storeGroup: edited,
  popup: edited,
  knowledge: edited,
  settings: ['update'],
  /** Planned, sent or started, changed …; approval requested, approved, declined (CARE-04). */
  notification: ['create', 'send', 'update', 'pause', 'resume', 'continue', 'cancel', 'ask', 'approve', 'decline'],
  /** A saved audience (PLAN-06). */
  audience: edited,
  ...pluginKinds,
  segment: ['create', 'delete'],
  promoThreshold: edited,
  /** An import by another system or by the command. Its rows are changes of their own. */
  import: ['import'],
  /** The data stored about a customer. The history does not name the customer. */
  customer: ['erase'],
  subscriptions: ['export'],
  history: ['export'],
  session: ['signIn'],
} as const;
export type HistoryKind = keyof typeof historyKinds;
export type HistoryAction = (typeof historyKinds)[HistoryKind][number];
/** Kinds that are written to the history. Sign-ins are read from their own records. */
export type WrittenKind = Exclude<HistoryKind, 'session'>;
export type WrittenAction = (typeof historyKinds)[WrittenKind][number];

/** Programs that import lists, one import at a time. All their changes since the previous import belong to the next one. */
export const importActors = ['import-api', 'import-command'] as const;
/** Which list each kind is imported by. */
export const importLists: Readonly<Partial<Record<HistoryKind, string>>> = {
  store: 'stores',
  segment: 'segments',
  promoThreshold: 'thresholds',
};

export const historyKindNames = keysOf(historyKinds);
export const historyActions = [...new Set(historyKindNames.flatMap((kind): readonly HistoryAction[] => historyKinds[kind]))];

/** The kinds that have an editor, so that their versions can be used again. */
export const editedKinds = ['content', 'store', 'storeGroup', 'popup', 'knowledge', 'settings'] as const;
export type EditedKind = (typeof editedKinds)[number];

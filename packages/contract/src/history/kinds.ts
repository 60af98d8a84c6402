import { keysOf } from '../core/index.ts';

const edited = ['create', 'update', 'delete'] as const;

/** Everything that the history tells of, and what can happen to it (HIST-07). */
export const historyKinds = {
  content: edited,
  store: edited,
  storeGroup: edited,
  popup: edited,
  knowledge: edited,
  settings: ['update'],
  /** Planned, sent or started, changed …, or asked for, approved, declined (CARE-04). */
  notification: ['create', 'send', 'update', 'pause', 'resume', 'continue', 'cancel', 'ask', 'approve', 'decline'],
  /** One that is saved under a name (PLAN-06). */
  audience: edited,
  /** A day that head office keeps free (CARE-06). */
  keptDay: edited,
  segment: ['create', 'delete'],
  promoThreshold: edited,
  /** A list that another system or the command sent; its rows are changes of their own. */
  import: ['import'],
  /** What was kept about one; who it was is told to nobody. */
  customer: ['erase'],
  subscriptions: ['export'],
  history: ['export'],
  session: ['signIn'],
} as const;
export type HistoryKind = keyof typeof historyKinds;
export type HistoryAction = (typeof historyKinds)[HistoryKind][number];
/** What is written; sign-ins are read from where they are kept. */
export type WrittenKind = Exclude<HistoryKind, 'session'>;
export type WrittenAction = (typeof historyKinds)[WrittenKind][number];

/** Programs that import lists. They change nothing else, one import after the other, so what they wrote since the import before belongs to theirs. */
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

import { flushSync } from 'react-dom';
import { session, SESSION_ENDS } from './kept-session.ts';

/** Between two drawings of a form while somebody types: three letters of a quick typist, and a preview that still follows. */
const TELL_EVERY_MS = 400;

/** What fields were given and forms do not know yet. */
const untold = new Map<object, () => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let toldAt = Number.NEGATIVE_INFINITY;

/** Tells forms what was typed, whether or not they can be drawn now; for whoever reads one that keeps what it was told. */
export const tellTypedNow = (): void => {
  if (untold.size === 0) return;
  if (timer !== null) clearTimeout(timer);
  timer = null;
  toldAt = performance.now();
  const all = [...untold.values()];
  untold.clear();
  for (const tell of all) tell();
};

/** Forms know at once what was typed, and are drawn. */
const settleTyped = (): void => {
  if (untold.size > 0) flushSync(tellTypedNow);
};

/** Tells a form what one of its fields was given: at once after a pause, and while somebody goes on typing every 0.4 s. */
export const tellTyped = (field: object, tell: () => void): void => {
  untold.set(field, tell);
  // The way to the sign-in takes the form away at any moment now.
  if (session.wasLost()) return settleTyped();
  // Drawn at once as well, so that nobody meets a form between being told and being drawn.
  timer ??= setTimeout(settleTyped, Math.max(0, toldAt + TELL_EVERY_MS - performance.now()));
};

/** Whether a form does not know yet what this field was given. */
export const isUntold = (field: object): boolean => untold.has(field);

const WRITING: ReadonlySet<string> = new Set(
  'Shift Control Alt AltGraph Meta CapsLock Dead Process Unidentified Backspace Delete'.split(' '),
);
/** Keys that may do something else than write; ą and ś come with Alt or AltGr. */
const mayAct = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (WRITING.has(key)) return ctrlKey || metaKey;
  if (key.length > 1 || metaKey) return true;
  return (ctrlKey || (altKey && key < '\u0080')) && !event.getModifierState('AltGraph');
};

// Before anything else hears of it: whatever a person does besides typing finds forms that know all. A pointer that moves may press next: what
// the form then says must not move a button from under it within the press.
addEventListener('keydown', (event) => mayAct(event) && settleTyped(), true);
const acts = 'pointermove pointerdown click submit paste focusout popstate pagehide beforeunload visibilitychange storage'.split(' ');
for (const act of [...acts, SESSION_ENDS]) addEventListener(act, settleTyped, true);

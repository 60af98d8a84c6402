import { flushSync } from 'react-dom';

/** Between two drawings of a form while somebody types: three letters of a quick typist, and a preview that still follows. */
const TELL_EVERY_MS = 400;

/** What fields were given and forms do not know yet. */
const untold = new Map<object, () => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let toldAt = Number.NEGATIVE_INFINITY;

const tellAll = (): void => {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  toldAt = performance.now();
  const all = [...untold.values()];
  untold.clear();
  for (const tell of all) tell();
};

/** Forms know at once what was typed; for whoever is about to read one. */
export const settleTyped = (): void => {
  if (untold.size > 0) flushSync(tellAll);
};

/** Tells a form what one of its fields was given: at once after a pause, and while somebody goes on typing every 0.4 s. */
export const tellTyped = (field: object, tell: () => void): void => {
  untold.set(field, tell);
  timer ??= setTimeout(tellAll, Math.max(0, toldAt + TELL_EVERY_MS - performance.now()));
};

/** Whether a form does not know yet what this field was given. */
export const isUntold = (field: object): boolean => untold.has(field);

/** Keys that may do something else than write a letter. */
const mayAct = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey || key.length > 1;

// Before anything else hears of it: whatever a person does besides typing finds forms that know all.
addEventListener('keydown', (event) => mayAct(event) && settleTyped(), true);
for (const act of ['pointerdown', 'click', 'submit', 'focusout', 'pagehide', 'beforeunload', 'visibilitychange'])
  addEventListener(act, settleTyped, true);

/** One page in a browser of another maker, by the few things that the script of the release does with it. */
export type BrowserHand = {
  name: 'Firefox' | 'WebKitGTK';
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page, as JSON carries it. */
  read: <T>(expression: string) => Promise<T>;
  /** Clicks the middle of the element that a CSS selector finds. */
  click: (selector: string) => Promise<void>;
  /** Types into the element, in place of what is in it. */
  type: (selector: string, text: string) => Promise<void>;
  chooseFile: (selector: string, path: string) => Promise<void>;
  /** The page as PNG. */
  picture: () => Promise<Buffer>;
  /** The page as PDF; null where the browser prints only with a dialog. */
  print: () => Promise<Buffer | null>;
  close: () => Promise<void>;
};

const LONGEST_MS = 60_000;
const EVERY_MS = 200;

/** Waits until something is so in the page. */
export const until = async (hand: BrowserHand, expression: string, what = expression): Promise<void> => {
  const end = Date.now() + LONGEST_MS;
  while (!(await hand.read<boolean>(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > end) {
      const text = await hand.read<string>('`${location.href}\\n${document.body.innerText}`').catch(String);
      throw new Error(`Waited for: ${what}\n${text.slice(0, 2_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
};

/** An expression for the visible control of that name: a button, a link, a radio, or a field by its label. */
const named = (kind: 'press' | 'field', name: string): string => `(() => {
  const name = ${JSON.stringify(name)};
  const textOf = (one) => (one?.getAttribute('aria-label') ?? one?.innerText ?? '').trim();
  const isShown = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  const is = (text) => text === name || text === name + ' *';
  return ${
    kind === 'press'
      ? `[...document.querySelectorAll('button, a, [role=button], label')].find((one) => isShown(one) && is(textOf(one)))`
      : `[...document.querySelectorAll('input, textarea')].find((one) => [...(one.labels ?? [])].some((label) => is(label.innerText.trim())) || is(one.getAttribute('aria-label') ?? ''))`
  };
})()`;

let marks = 0;
/** A selector of the control, once it is there. */
const find = async (hand: BrowserHand, kind: 'press' | 'field', name: string): Promise<string> => {
  await until(hand, named(kind, name), `the ${kind === 'press' ? 'button or link' : 'field'} “${name}”`);
  marks += 1;
  await hand.read(`(${named(kind, name)}.dataset.hand = '${marks}')`);
  return `[data-hand='${marks}']`;
};

export const press = async (hand: BrowserHand, name: string): Promise<void> => hand.click(await find(hand, 'press', name));
export const fill = async (hand: BrowserHand, name: string, text: string): Promise<void> =>
  hand.type(await find(hand, 'field', name), text);

import { afterEach, expect } from 'vitest';

/**
 * Mantine puts a star beside the text of a label. React never removes that text alone, and only the language changes it.
 */
const LABELS = '.mantine-InputWrapper-label';

/** Returns true if React has a reference to a text node. It has none to a text that is the only child of its element. */
const isReferenced = (text: Text): boolean => Object.keys(text).some((key) => key.startsWith('__reactFiber'));

const sharedTexts = new Set<string>();
const check = (node: Node): void => {
  if (!(node instanceof Text)) return node.childNodes.forEach(check);
  const { data, parentElement: parent } = node;
  if (data.trim() !== '' && parent && !parent.closest(`[translate="no"], ${LABELS}`) && isReferenced(node))
    sharedTexts.add(`"${data}" in ${parent.outerHTML.slice(0, 200)}`);
};
const read = (records: readonly MutationRecord[]): void => {
  for (const { addedNodes } of records) addedNodes.forEach(check);
};
const observer = new MutationObserver(read);
observer.observe(document, { childList: true, subtree: true });

/**
 * Fails a test that rendered a text beside other nodes in its element. A browser that translates a page replaces every text node. React
 * then fails to remove the node that it references, or updates one that is no longer on the page (E-50).
 */
afterEach(() => {
  read(observer.takeRecords());
  const texts = [...sharedTexts];
  sharedTexts.clear();
  expect(texts, 'texts that need an element of their own').toEqual([]);
});

// The accessibility tree of each screen, as screen readers receive it.
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

const softly = expect.configure({ soft: true });

type AxNode = { role: string; name: string; description: string; states: Record<string, unknown> };
/** Returns the nodes of the accessibility tree, in order. */
const axNodesOf = async (page: Page): Promise<AxNode[]> => {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      states: Object.fromEntries(properties.map((one) => [one.name, one.value.value])),
    }));
};
/** Roles that need an accessible name. */
const namedRoles =
  /^(button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|menuitem|ColorWell|slider|spinbutton|dialog|navigation|region|listbox)$/;
/** Returns the text of the live regions, which screen readers announce when it changes. */
const liveTextOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live]')].map((one) => one.textContent).join('\n'),
  );

type ExpectedScreen = { title: RegExp; parts: [role: string, name: string | RegExp, states?: Record<string, unknown>][]; liveText: RegExp };
const total = /Total: \d/;
const required = { required: true };
const canSave: ExpectedScreen['parts'][number] = ['button', 'Save', { disabled: true }];
/** Expected title of each screen, some of its parts with their states, and the text of its live regions. */
const expectedScreens: Record<string, ExpectedScreen> = {
  notification: {
    title: /^Notifications$/,
    parts: [
      ['textbox', 'Search title and text'],
      ['button', 'Under way', { pressed: 'false' }],
      ['combobox', 'Selected store'],
      ['link', 'New notification'],
    ],
    liveText: total,
  },
  'notification/subscription-stats': {
    title: /^Notification subscriptions$/,
    parts: [
      ['button', 'Export xlsx'],
      ['textbox', 'Search: Main'],
      ['columnheader', /^Store number/],
    ],
    liveText: /Stores: \d/,
  },
  threads: {
    title: /^Assistant Threads$/,
    parts: [
      ['textbox', 'Words in messages'],
      ['checkbox', 'The assistant did not know', { checked: 'false' }],
      ['button', 'Clear', { disabled: true }],
    ],
    liveText: total,
  },
  knowledge: {
    title: /^Assistant Knowledge$/,
    parts: [
      ['link', 'New item'],
      ['button', 'Try the assistant'],
    ],
    liveText: total,
  },
  store: {
    title: /^Stores$/,
    parts: [
      ['textbox', 'Search by address'],
      ['button', 'Super', { pressed: 'false' }],
      ['link', 'New store'],
    ],
    liveText: total,
  },
  'store-group': { title: /^Store groups$/, parts: [['link', 'New group']], liveText: total },
  content: {
    title: /^Content$/,
    parts: [
      ['combobox', 'Content type'],
      ['checkbox', 'Choose all on this page', { checked: 'false' }],
      ['button', 'Compact view', { pressed: 'false' }],
    ],
    liveText: total,
  },
  popup: { title: /^Popup$/, parts: [['link', 'New popup']], liveText: total },
  preview: {
    title: /^App preview$/,
    parts: [
      ['combobox', "The customer's store"],
      ['slider', 'Moments at which something changes'],
    ],
    liveText: /\d+ of [\d,]+ shown|sees everything/,
  },
  calendar: {
    title: /^Calendar$/,
    parts: [
      ['textbox', 'Search by name or title'],
      ['button', 'Month', { pressed: 'true' }],
      ['combobox', 'Type'],
      ['list', 'Plan'],
      ['list', 'Legend'],
    ],
    liveText: /\d items?/,
  },
  'day-sheet': {
    title: /^Day sheet$/,
    parts: [
      ['combobox', 'Store', { focused: true }],
      ['textbox', 'Day'],
      ['button', 'Print', { disabled: true }],
    ],
    liveText: /^/,
  },
  evidence: { title: /^Evidence: what a customer saw$/, parts: [['link', 'Show in the preview']], liveText: /^/ },
  activity: { title: /^Activity$/, parts: [['textbox', 'Search by name or title']], liveText: /On this page: \d/ },
  'notification/new': {
    title: /^New notification$/,
    parts: [
      ['textbox', 'Title', required],
      ['radio', 'All', { checked: 'true' }],
      ['button', /^Send \(/, { disabled: true }],
      ['combobox', 'Include stores'],
    ],
    liveText: /(?:about )?[\d,]+ devices? in/,
  },
  'knowledge/new': { title: /^New item$/, parts: [['textbox', 'Name', required], canSave], liveText: /left to fill in/ },
  'store/new': { title: /^New store$/, parts: [['textbox', 'Name', required], canSave], liveText: /left to fill in/ },
  'store-group/new': {
    title: /^New store group$/,
    parts: [['textbox', 'Name', required], ['combobox', 'Stores of the group'], canSave],
    liveText: /left to fill in/,
  },
  'content/new': {
    title: /^New content$/,
    parts: [['textbox', 'Name', required], ['radio', 'Leaflet', { checked: 'true' }], canSave],
    liveText: /left to fill in/,
  },
  'popup/new': { title: /^New popup$/, parts: [['textbox', 'Name', required], canSave], liveText: /left to fill in/ },
  settings: {
    title: /^Settings$/,
    parts: [
      ['textbox', 'App name'],
      ['checkbox', 'Enforce verification of the phone number'],
      ['button', 'Change: Loyalty campaign', { expanded: false }],
    ],
    liveText: /No unsaved changes/,
  },
};

/** Checks landmarks, names and states on a screen in English, and what is announced when it changes. */
export const checkAccessibilityTree = async (page: Page, path: string): Promise<void> => {
  const { title, parts, liveText } = expectedScreens[path] ?? { title: /./, parts: [], liveText: /^/ };
  await softly(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
  await softly.poll(() => liveTextOf(page), path).toMatch(liveText);
  const nodes = await axNodesOf(page);
  const of = (role: string): AxNode[] => nodes.filter((one) => one.role === role);
  const withoutName = nodes.filter(({ role, name }) => namedRoles.test(role) && name.trim() === '');
  softly(withoutName, `${path}: without a name`).toEqual([]);
  for (const landmark of ['banner', 'main']) softly(of(landmark), `${path}: ${landmark}`).toHaveLength(1);
  // Pagination is another navigation.
  const navigation = of('navigation').map(({ name }) => name);
  softly(navigation, `${path}: navigation`).toContain('Navigation');
  const first = of('heading').filter(({ states }) => states['level'] === 1);
  softly(
    first.map(({ name }) => name),
    `${path}: heading`,
  ).toEqual([expect.stringMatching(title)]);
  for (const [role, name, states = {}] of parts) {
    const found = of(role).filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
    softly(
      found.map((one) => one.states),
      `${path}: ${role} ${name}`,
    ).toContainEqual(expect.objectContaining(states));
  }
};

/** Checks that an attempt to save marks a field as invalid, with the reason as its description. */
export const checkProblemsAnnounced = async (page: Page, path: string): Promise<void> => {
  await page.keyboard.press('Control+s');
  await softly
    .poll(
      async () => (await axNodesOf(page)).filter(({ states }) => states['invalid'] === 'true').map(({ description }) => description),
      `${path}: problems`,
    )
    .toContainEqual(expect.stringMatching(/\w/));
};

// One customer's phone. Everything goes through the app API; the push itself arrives as an event from the gateway.
import { $, element, kit, segments, version } from './elements.js';

const TOKEN = 'sandbox-phone-token';
const EVERY_MS = 2_000;
const shown = new Map();
const say = (text) => ($('status').textContent = text);

/** Simulates the token that a real phone receives from the push service. */
const token = () => {
  const stored = localStorage.getItem(TOKEN) ?? `phone-token-${crypto.randomUUID()}`;
  localStorage.setItem(TOKEN, stored);
  return stored;
};
const push = () => ({ kind: 'token', value: token() });

const open = async (message) => {
  shown.delete(message.tag);
  draw();
  const dialog = $('opened');
  dialog.replaceChildren();
  element('h2', message.title, dialog);
  element('p', message.body, dialog);
  if (message.image) element('img', undefined, dialog).src = new URL(message.image).pathname;
  if (message.url) {
    const link = element('button', message.url, dialog);
    link.className = 'link';
    link.onclick = () => document.dispatchEvent(new CustomEvent('deep-link', { detail: message.url }));
  }
  const close = element('button', 'Zamknij', dialog);
  close.onclick = () => dialog.close();
  dialog.show();
  await kit.opened(message.notificationId);
  await inbox();
};

const draw = () => {
  $('shade').replaceChildren();
  $('quiet').hidden = shown.size > 0;
  for (const message of [...shown.values()].reverse()) {
    const card = element('button', undefined, $('shade'));
    card.className = 'push';
    element('small', message.data.safety ? 'Koszyk · komunikat bezpieczeństwa' : 'Koszyk · teraz', card);
    if (message.data.safety) card.classList.add('safety');
    element('b', message.title, card);
    element('span', message.body, card);
    if (message.image) element('img', undefined, card).src = new URL(message.image).pathname;
    card.onclick = () => open(message);
  }
};

/** As an app on Android does it; on iOS the system itself shows another text instead. */
const receive = async (message) => {
  const step = await kit.received(message.data);
  if (step.do === 'remove') shown.delete(step.tag);
  // One that the person has swept away does not come back.
  if (step.do === 'replace' && (shown.has(step.tag) || !step.wasSeen)) shown.set(step.tag, { ...message, ...step });
  if (step.do === 'show') shown.set(message.tag, message);
  draw();
  if (step.do === 'show' || (step.do === 'replace' && !step.wasSeen)) await kit.delivered(message.notificationId);
};

const inbox = async () => {
  const { items } = (await kit.inbox()).value;
  $('inbox').replaceChildren();
  for (const item of items) {
    const line = element('li', undefined, $('inbox'));
    if (item.safety) element('strong', 'Komunikat bezpieczeństwa', line).className = 'safety';
    element('span', item.title, line);
    element('small', new Date(item.sentAt).toLocaleString('pl', { timeZone: 'Europe/Warsaw' }), line);
  }
  if (items.length === 0) element('li', 'pusto', $('inbox')).className = 'none';
};

/** Its number and name, with the city unless the name has it. */
const storeName = ({ storeNo, name, city }) =>
  `${storeNo ? `${storeNo} · ` : ''}${` ${name} `.includes(` ${city} `) ? name : `${name}, ${city}`}`;

/** A main store to choose, and a box for each store whose notifications can be had; `onChosen` receives the chosen ids. */
const offerStores = (stores, subscribed, onChosen) => {
  const main = $('main');
  main.replaceChildren(element('option', '– brak –'));
  main.firstChild.value = '';
  $('stores').replaceChildren();
  for (const store of stores) {
    const called = storeName(store);
    const option = element('option', called, main);
    option.value = store._id;
    const label = element('label', undefined, $('stores'));
    const box = element('input', undefined, label);
    box.type = 'checkbox';
    box.value = store._id;
    box.checked = subscribed().includes(store._id);
    element('span', called, label);
    box.onchange = () => onChosen(box.checked ? [...subscribed(), store._id] : subscribed().filter((id) => id !== store._id));
  }
};

const settings = async () => {
  const { testerCode: code, adminUrl } = await (await fetch('/phone-settings')).json();
  $('back').href = adminUrl;
  let me = (await kit.me()).value;
  const { value: all } = await kit.stores({ limit: 1000 });
  const items = all.items.toSorted((a, b) => (a.storeNo ?? Infinity) - (b.storeNo ?? Infinity));
  const main = $('main');
  offerStores(
    items,
    () => me.notificationStoreIds,
    (notificationStoreIds) => change({ notificationStoreIds }),
  );
  main.value = me.mainStoreId ?? '';
  $('push').checked = me.push !== null;
  const [nearest] = items;
  const subscriptions = { one: 'subskrypcja', few: 'subskrypcje', many: 'subskrypcji', other: 'subskrypcji' };
  const plural = new Intl.PluralRules('pl');
  const describe = () => {
    const count = me.notificationStoreIds.length;
    say(`${me.platform} ${me.appVersion} · ${count} ${subscriptions[plural.select(count)]}${me.isTester ? ' · telefon testowy' : ''}`);
    $('connect').hidden = count > 0 || !nearest;
    $('tester').hidden = me.isTester;
    $('tester-hint').hidden = me.isTester;
    $('scan').hidden = me.isTester;
  };
  const change = async (patch) => {
    me = await kit.change(patch);
    describe();
  };
  if (nearest) {
    $('connect').textContent = `Połącz ze sklepem ${storeName(nearest)}`;
    $('connect').onclick = async () => {
      await change({ mainStoreId: nearest._id, notificationStoreIds: [nearest._id] });
      main.value = nearest._id;
      $('stores').querySelector(`[value="${nearest._id}"]`).checked = true;
    };
  }
  $('version').value = me.appVersion;
  $('segments').value = me.segments.join(', ');
  $('version').onchange = () => change({ appVersion: version() }).catch(() => say('Nieprawidłowa wersja'));
  $('segments').onchange = () => change({ segments: segments() });
  main.onchange = () => change({ mainStoreId: main.value || null });
  $('push').onchange = () => change({ push: $('push').checked ? push() : null });
  const becomeTester = async (scanned) => {
    await kit.becomeTester(scanned);
    me = (await kit.me()).value;
    describe();
  };
  $('tester').onclick = () => becomeTester(code);
  $('scan').onsubmit = (event) => {
    event.preventDefault();
    becomeTester($('scanned').value).catch(() => say('Ten kod nie działa: był już użyty albo stracił ważność'));
  };
  describe();
};

$('forget').onclick = async () => {
  await kit.forget();
  localStorage.removeItem(TOKEN);
  location.reload();
};

const tick = () => {
  const now = new Date();
  $('clock').textContent = now.toLocaleTimeString('pl', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Warsaw' });
  $('date').textContent = now.toLocaleDateString('pl', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Warsaw' });
};
tick();
setInterval(tick, 1000);

const start = async () => {
  if (!(await kit.isRegistered())) await kit.start({ platform: 'android', appVersion: '3.4.0', locale: 'pl-PL', push: push() });
  await kit.flush();
  new EventSource(`/pushes?token=${encodeURIComponent(token())}`).onmessage = async ({ data }) => {
    await receive(JSON.parse(data));
    await inbox();
  };
  await settings();
  await inbox();
  setInterval(() => void inbox().catch(() => {}), EVERY_MS);
  document.body.dataset.ready = 'true';
};
start().catch((error) => say(`API aplikacji nie odpowiada: ${error.message}`));

// One customer's phone. Everything goes through the app API; the push itself arrives as an event from the gateway.
import { $, element } from './elements.js';

const KEY = 'sandbox-phone';
let phone = JSON.parse(localStorage.getItem(KEY) ?? 'null');
const shown = new Map();

const call = async (method, path, body) => {
  const response = await fetch(`/app/v1${path}`, {
    method,
    headers: {
      ...(phone && { authorization: `Bearer ${phone.secret}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(text), { status: response.status });
  return text ? JSON.parse(text) : undefined;
};
const say = (text) => ($('status').textContent = text);
const push = () => ({ kind: 'token', value: phone.token });

const register = async () => {
  const id = crypto.randomUUID();
  const token = `phone-token-${id}`;
  phone = null;
  const { deviceSecret } = await call('POST', '/devices', {
    installId: `phone-${id}`,
    platform: 'android',
    appVersion: '3.4.0',
    locale: 'pl-PL',
    push: { kind: 'token', value: token },
  });
  phone = { secret: deviceSecret, token };
  localStorage.setItem(KEY, JSON.stringify(phone));
};

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
  await call('POST', `/notifications/${message.notificationId}/opened`).catch(() => {});
  await inbox();
};

const draw = () => {
  $('shade').replaceChildren();
  $('quiet').hidden = shown.size > 0;
  for (const message of [...shown.values()].reverse()) {
    const card = element('button', undefined, $('shade'));
    card.className = 'push';
    element('small', 'Koszyk · teraz', card);
    element('b', message.title, card);
    element('span', message.body, card);
    if (message.image) element('img', undefined, card).src = new URL(message.image).pathname;
    card.onclick = () => open(message);
  }
};

const inbox = async () => {
  const { items } = await call('GET', '/notifications');
  $('inbox').replaceChildren();
  for (const item of items) {
    const line = element('li', item.title, $('inbox'));
    element('small', new Date(item.sentAt).toLocaleString('pl', { timeZone: 'Europe/Warsaw' }), line);
  }
  if (items.length === 0) element('li', 'pusto', $('inbox')).className = 'none';
};

const delivered = async (message, tries = 0) => {
  try {
    await call('POST', `/notifications/${message.notificationId}/delivered`);
    await inbox();
  } catch {
    if (tries < 5) setTimeout(() => delivered(message, tries + 1), 500 * 2 ** tries);
  }
};

const settings = async () => {
  const { testerCode: code, adminUrl } = await (await fetch('/phone-settings')).json();
  $('back').href = adminUrl;
  let me = await call('GET', '/devices/me');
  const found = await call('GET', '/stores?limit=1000');
  const items = found.items.toSorted((a, b) => (a.storeNo ?? Infinity) - (b.storeNo ?? Infinity));
  const main = $('main');
  const nameOf = (store) => `${store.storeNo ? `${store.storeNo} · ` : ''}${store.name}, ${store.city}`;
  main.replaceChildren(element('option', '– brak –'));
  main.firstChild.value = '';
  $('stores').replaceChildren();
  for (const store of items) {
    const called = nameOf(store);
    const option = element('option', called, main);
    option.value = store._id;
    const label = element('label', undefined, $('stores'));
    const box = element('input', undefined, label);
    box.type = 'checkbox';
    box.value = store._id;
    box.checked = me.notificationStoreIds.includes(store._id);
    element('span', called, label);
    box.onchange = () =>
      change({
        notificationStoreIds: box.checked
          ? [...me.notificationStoreIds, store._id]
          : me.notificationStoreIds.filter((id) => id !== store._id),
      });
  }
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
  };
  const change = async (patch) => {
    me = await call('PATCH', '/devices/me', patch);
    describe();
  };
  if (nearest) {
    $('connect').textContent = `Połącz ze sklepem ${nameOf(nearest)}`;
    $('connect').onclick = async () => {
      await change({ mainStoreId: nearest._id, notificationStoreIds: [nearest._id] });
      main.value = nearest._id;
      $('stores').querySelector(`[value="${nearest._id}"]`).checked = true;
    };
  }
  $('version').value = me.appVersion;
  $('segments').value = me.segments.join(', ');
  $('version').onchange = () => change({ appVersion: $('version').value.trim() }).catch(() => say('Nieprawidłowa wersja'));
  const names = () =>
    $('segments')
      .value.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  $('segments').onchange = () => change({ segments: names() });
  main.onchange = () => change({ mainStoreId: main.value || null });
  $('push').onchange = () => change({ push: $('push').checked ? push() : null });
  $('tester').onclick = async () => {
    await call('POST', '/devices/me/tester', { code });
    me = await call('GET', '/devices/me');
    describe();
  };
  describe();
};

$('forget').onclick = async () => {
  await call('DELETE', '/devices/me').catch(() => {});
  localStorage.removeItem(KEY);
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
  if (phone) await call('GET', '/devices/me').catch((error) => error.status === 401 && (phone = null));
  if (!phone) await register();
  new EventSource(`/pushes?token=${encodeURIComponent(phone.token)}`).onmessage = ({ data }) => {
    const message = JSON.parse(data);
    shown.set(message.tag, message);
    draw();
    void delivered(message);
  };
  await settings();
  await inbox();
  document.body.dataset.ready = 'true';
};
start().catch((error) => say(`API aplikacji nie odpowiada: ${error.message}`));

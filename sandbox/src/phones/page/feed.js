// Shows the feed for the store, segments and version chosen beside the phone. Uses only the app API.
import { $, element, homes, kit, markdown, tabs, texts, types, viewer } from './elements.js';
import { drawAssistant, drawCampaign, drawStores, showPopups } from './services.js';

const EVERY_MS = 2_000;

const allTabs = { ...tabs, stores: 'Sklepy', assistant: 'Asystent' };
/** Tabs that show something else than the feed. */
const services = { stores: drawStores, assistant: drawAssistant };
let tab = 'start';
let drawn = '';

const picture = (url, parent, alt = '') => {
  const image = element('img', undefined, parent);
  image.alt = alt;
  image.src = `${new URL(url).pathname}?w=640`;
};

const show = (item, page) => {
  const dialog = $('opened');
  dialog.replaceChildren();
  element('h2', item.title, dialog);
  if (page > 1) element('p', `strona ${page}`, dialog);
  if (item.prevImage) picture(item.prevImage, dialog);
  for (const field of texts) if (item[field]) markdown(item[field], element('p', undefined, dialog));
  if (item.discountValue)
    element(
      'p',
      `Rabat ${item.discountValue.replace('.', ',')} ${item.discountValueType === 'cash' ? 'zł' : '%'} od ${item.minBasketValue} zł`,
      dialog,
    );
  if (item.ean) element('code', item.ean, dialog);
  for (const n of [1, 2, 3])
    if (item[`regulation${n}File`]) {
      const link = element('a', item[`regulation${n}Name`], element('p', undefined, dialog));
      link.href = new URL(item[`regulation${n}File`]).pathname;
    }
  element('button', 'Zamknij', dialog).onclick = () => dialog.close();
  if (!dialog.open) dialog.show();
};

const follow = async (url) => {
  const target = kit.destination(url);
  const found = target.to === 'content' ? await kit.item(target.contentId, viewer()) : null;
  if (found) return show(found.value, target.page);
  const dialog = $('opened');
  dialog.replaceChildren();
  element('p', target.to === 'web' ? url : 'Tej treści nie można otworzyć na tym telefonie.', dialog);
  element('button', 'Zamknij', dialog).onclick = () => dialog.close();
  if (!dialog.open) dialog.show();
};
document.addEventListener('deep-link', (event) => void follow(event.detail));

const card = (item) => {
  const made = element('button', undefined, $('feed'));
  made.className = 'card';
  made.disabled = !item.clickable;
  if (item.prevImage) picture(item.prevImage, made, item.title ? '' : types[item.contentType]);
  if (item.pinned) element('small', 'Przypięte', made);
  element('b', item.title, made);
  if (!item.clickable) element('small', item.disabled ? 'Nieaktywne' : 'Wkrótce', made);
  if (item.storeDependent) element('small', 'Nie w każdym sklepie', made);
  made.onclick = () => show(item, 1);
};

const refresh = async () => {
  if ($('app').hidden) return;
  if (services[tab]) {
    const next = `${tab} ${$('main').value}`;
    if (next === drawn) return;
    drawn = next;
    $('feed').replaceChildren();
    return services[tab]($('feed'));
  }
  const { value, at, isOld } = await kit.feed(viewer(), tab);
  const { items } = value;
  const shown = items.filter((item) => tab === 'start' || (item.tab ?? item.navigationTab ?? homes[item.contentType]) === tab);
  const next = JSON.stringify([tab, shown, isOld]);
  if (next === drawn) return;
  drawn = next;
  $('feed').replaceChildren();
  if (isOld) element('small', `Bez połączenia: stan z ${new Date(at).toLocaleTimeString('pl', { timeZone: 'Europe/Warsaw' })}`, $('feed'));
  for (const item of shown) card(item);
  if (shown.length === 0 && tab !== 'loyalty') element('p', 'Nic tu teraz nie ma.', $('feed'));
  if (tab === 'loyalty') await drawCampaign($('feed'));
};

for (const [key, name] of Object.entries(allTabs)) {
  const button = element('button', name, $('tabs'));
  button.type = 'button';
  button.setAttribute('aria-pressed', String(key === tab));
  button.onclick = () => {
    tab = key;
    for (const one of $('tabs').children) one.setAttribute('aria-pressed', String(one === button));
    void refresh();
  };
}
$('unlock').onclick = () => {
  const opens = $('app').hidden;
  $('app').hidden = !opens;
  document.querySelector('.screen').toggleAttribute('data-app', opens);
  $('unlock').textContent = opens ? 'Ekran blokady' : 'Otwórz aplikację';
  $('unlock').setAttribute('aria-pressed', String(opens));
  void refresh();
  if (opens) void showPopups();
  else $('popup').close();
};
for (const id of ['main', 'segments', 'version']) $(id).addEventListener('change', () => void refresh());
setInterval(() => void refresh().catch(() => {}), EVERY_MS);

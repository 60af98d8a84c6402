// Shows popups, the campaign, stores by distance, and the assistant.
import { $, element, kit, markdown, version } from './elements.js';

/** Popups one after the other, each reported when it is shown. */
export const showPopups = async () => {
  const items = await kit.popups(version());
  const dialog = $('popup');
  const next = async () => {
    const popup = items.shift();
    dialog.close();
    if (!popup || $('app').hidden) return;
    dialog.replaceChildren();
    markdown(popup.text, element('p', undefined, dialog));
    element('button', 'Zamknij', dialog).onclick = () => void next();
    dialog.show();
    await kit.popupShown(popup._id);
  };
  await next();
};

/** The loyalty campaign: banner, thresholds, regulation, questions. */
export const drawCampaign = async (parent) => {
  const { loyalty } = (await kit.settings()).value;
  const part = element('section', undefined, parent);
  part.className = 'campaign';
  if (loyalty.mainBanner) element('img', undefined, part).src = `${new URL(loyalty.mainBanner).pathname}?w=640`;
  if (loyalty.campaignStart)
    element('small', `Kampania od ${new Date(loyalty.campaignStart).toLocaleDateString('pl', { timeZone: 'Europe/Warsaw' })}`, part);
  const values = loyalty.thresholds.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length > 0) element('p', `Progi: ${values.join(', ')} pkt`, part);
  for (const { name, file } of loyalty.regulations) if (file) element('a', name ?? 'Regulamin', part).href = new URL(file).pathname;
  for (const { question, answer, color } of loyalty.questions) {
    const card = element('details', undefined, part);
    card.style.borderLeft = `5px solid ${color}`;
    markdown(question, element('summary', undefined, card));
    markdown(answer, element('p', undefined, card));
  }
};

/** Stores by their distance from the chosen one. */
export const drawStores = async (parent) => {
  const all = (await kit.stores({ limit: 1000 })).value.items;
  const here = all.find(({ _id }) => _id === $('main').value) ?? all[0];
  const { items } = (await kit.stores({ near: here, limit: 10 })).value;
  for (const store of items) {
    const card = element('article', undefined, parent);
    card.className = 'card store';
    element('b', store.name, card);
    element('small', store.address, card);
    element('small', `${store.distanceKm.toLocaleString('pl', { maximumFractionDigits: 1 })} km · ${store.openingHours}`, card);
  }
};

let thread = null;
const conversation = [];
/** The kit throws `NoAnswer` with the status as its cause for what is temporary, and the code of the API for the rest. */
const refusalOf = ({ code, cause }) => {
  if (code === 'assistant_disabled') return 'Asystent jest wyłączony.';
  return cause === 429 ? 'Za dużo pytań. Spróbuj ponownie za chwilę.' : 'Asystent teraz nie odpowiada.';
};
const textOf = ({ content }) => content[0]?.text?.value ?? 'Brak treści';

/** The talk with the assistant, in one thread as long as the page is open. */
export const drawAssistant = async (parent) => {
  const talk = element('div', undefined, parent);
  talk.className = 'talk';
  const draw = () => {
    talk.replaceChildren();
    for (const { role, text } of conversation) {
      const line = element('p', undefined, talk);
      line.dataset.role = role;
      markdown(text, line);
    }
    talk.lastElementChild?.scrollIntoView({ block: 'nearest' });
  };
  draw();
  const form = element('form', undefined, parent);
  form.className = 'ask';
  const input = element('input', undefined, form);
  input.placeholder = 'Zapytaj asystenta';
  input.setAttribute('aria-label', 'Pytanie do asystenta');
  input.maxLength = 2000;
  element('button', 'Wyślij', form);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = '';
    try {
      thread ??= await kit.openThread();
      const messages = await kit.ask(thread, text);
      for (const message of messages) conversation.push({ role: message.role, text: textOf(message) });
    } catch (error) {
      conversation.push({ role: 'assistant', text: refusalOf(error) });
    }
    draw();
  };
};

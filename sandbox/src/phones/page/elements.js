// Shared parts of the page. It accesses the app API only through the phone kit.
import { createPhoneKit, webStorage } from './phone-kit.js';

export const $ = (id) => document.getElementById(id);
const settings = await (await fetch('/phone-settings')).json();
const { appScheme } = settings;
export const { tabs, homes, texts, types } = settings;
export const kit = createPhoneKit({ baseUrl: '', storage: webStorage(localStorage), appScheme });

/** The viewer, as chosen in the controls beside the phone. */
export const viewer = () => ({ appVersion: version(), storeId: $('main').value, segments: segments() });
export const version = () => $('version').value.trim() || '3.4.0';
export const segments = () =>
  $('segments')
    .value.split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export const element = (name, text, parent) => {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  parent?.append(made);
  return made;
};

/** Bold, italic, line breaks and links of the own scheme become elements; all else stays text. */
export const markdown = (source, parent) => {
  const piece = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)|\n/g;
  let at = 0;
  for (const found of source.matchAll(piece)) {
    const [all, bold, italic, text, target] = found;
    parent.append(source.slice(at, found.index));
    at = found.index + all.length;
    if (bold) element('strong', bold, parent);
    else if (italic) element('em', italic, parent);
    else if (text && target.startsWith(appScheme)) {
      const link = element('button', text, parent);
      link.className = 'link';
      link.onclick = () => document.dispatchEvent(new CustomEvent('deep-link', { detail: target }));
    } else if (text) parent.append(all);
    else element('br', undefined, parent);
  }
  parent.append(source.slice(at));
};

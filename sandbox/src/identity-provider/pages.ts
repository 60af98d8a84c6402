import type { DemoPerson } from '../demo/people.ts';
import { FONT_FACE } from '../product-font.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (
  title: string,
  body: string,
  language: Language = 'en',
): string => `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,">
<style>${FONT_FACE}:root{color-scheme:light dark}body{background:light-dark(#f7f9f8,#131815);color:light-dark(#1f2522,#d5dad7);font:14px/20px Inter,system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem}
h1{font-size:1.25rem;margin:0 0 .25rem}h2{font-size:.875rem;margin:1.75rem 0 .25rem}p{color:light-dark(#5a655f,#a3ada8);margin:0 0 1.25rem}button{display:block;width:100%;text-align:left;font:inherit;padding:.7rem .9rem;margin:.5rem 0;border:1px solid #77837d;border-radius:8px;background:light-dark(#fff,#242b28);color:inherit;cursor:pointer}
button:hover,button:focus-visible{border-color:#1F6F4A;outline:2px solid #1F6F4A55}small{color:light-dark(#5a655f,#a3ada8);display:block}ol{margin:0;padding-left:1.25rem}li{margin:.25rem 0}a{color:light-dark(#1F6F4A,#7bc8a0)}</style><main>${body}</main></html>`;

const wordsOf = {
  pl: {
    title: 'Logowanie w piaskownicy',
    text: (client: string) => `Zastępuje dostawcę tożsamości sieci. Zaloguj się do ${client} jako:`,
    cancel: 'Anuluj',
    begin: 'Na dobry początek',
    phone: ['Otwórz obok ', 'telefon klienta', ' i zasubskrybuj w nim sklep 101.'],
    steps: [
      'Jako Stanisław wyślij powiadomienie i spójrz na telefon.',
      'Jako Anna zobacz w podglądzie, co klient widział w zeszły piątek i co zobaczy jutro.',
    ],
  },
  en: {
    title: 'Sandbox sign-in',
    text: (client: string) => `Stands in for the chain's identity provider. Sign in to ${client} as:`,
    cancel: 'Cancel',
    begin: 'To begin with',
    phone: ['Open ', "a customer's phone", ' beside this window and subscribe it to store 101.'],
    steps: [
      'As Stanisław, send a notification and look at the phone.',
      'As Anna, see in the preview what a customer saw last Friday, and what they will see tomorrow.',
    ],
  },
};
type Language = keyof typeof wordsOf;

type SignIn = { people: readonly DemoPerson[]; client: string; language: Language; phoneUrl: string | null };

/** Sign-in page that lists demo people instead of asking for a password. Suggests first steps if there is a phone (review, section 4). */
export const signInPage = ({ people, client, language, phoneUrl }: SignIn): string => {
  const words = wordsOf[language];
  const person = ({ id, name, about }: DemoPerson): string =>
    `<button name="person" value="${escaped(id)}">${escaped(name)}<small>${escaped(id)}${about[language] ? ` · ${escaped(about[language])}` : ''}</small></button>`;
  const [before, link, after] = words.phone;
  const steps = phoneUrl
    ? `<h2>${words.begin}</h2><ol><li>${before}<a href="${escaped(phoneUrl)}" target="_blank" rel="noopener">${link}</a>${after}</li>
${words.steps.map((step) => `<li>${step}</li>`).join('')}</ol>`
    : '';
  return page(
    words.title,
    `<h1>${words.title}</h1><p>${words.text(`<span style="white-space:nowrap">${escaped(client)}</span>`)}</p><form method="post">
${people.map(person).join('')}
<button name="cancel" value="1">${words.cancel}</button></form>${steps}`,
    language,
  );
};

/** The provider's own form, sent at once; the button is for browsers without scripts. */
export const signOutPage = (form: string): string =>
  page(
    'Signing out',
    `<h1>Signing out …</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button><script>
const f=document.getElementById('op.logoutForm');const i=document.createElement('input');i.type='hidden';i.name='logout';i.value='yes';f.append(i);f.submit()</script>`,
  );

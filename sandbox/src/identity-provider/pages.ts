import type { DemoPerson } from '../demo/people.ts';
import { FONT_FACE } from '../product-font.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,">
<style>${FONT_FACE}:root{color-scheme:light dark}body{background:light-dark(#f7f9f8,#131815);color:light-dark(#1f2522,#d5dad7);font:14px/20px Inter,system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem}
h1{font-size:1.25rem;margin:0 0 .25rem}p{color:light-dark(#5a655f,#a3ada8);margin:0 0 1.25rem}button{display:block;width:100%;text-align:left;font:inherit;padding:.7rem .9rem;margin:.5rem 0;border:1px solid #77837d;border-radius:8px;background:light-dark(#fff,#242b28);color:inherit;cursor:pointer}
button:hover,button:focus-visible{border-color:#1F6F4A;outline:2px solid #1F6F4A55}small{color:light-dark(#5a655f,#a3ada8);display:block}</style><main>${body}</main></html>`;

/** Instead of a password one chooses who to be. */
export const signInPage = (people: DemoPerson[], client: string): string =>
  page(
    'Sandbox sign-in',
    `<h1>Sandbox sign-in</h1><p>Stands in for the chain's identity provider. Sign in to ${escaped(client)} as:</p><form method="post">
${people.map((person) => `<button name="person" value="${escaped(person.id)}">${escaped(person.name)}<small>${escaped(person.id)}${person.about ? ` · ${escaped(person.about)}` : ''}</small></button>`).join('')}
<button name="cancel" value="1">Cancel</button></form>`,
  );

/** The provider's own form, sent at once; the button is for browsers without scripts. */
export const signOutPage = (form: string): string =>
  page(
    'Signing out',
    `<h1>Signing out …</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button><script>
const f=document.getElementById('op.logoutForm');const i=document.createElement('input');i.type='hidden';i.name='logout';i.value='yes';f.append(i);f.submit()</script>`,
  );

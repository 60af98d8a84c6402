import { catalogue } from '../../../lib/language.tsx';

/** Words for stores, groups and content that were deleted. */
export const leftOutMessages = catalogue(
  {
    leftOut: (what: string) => `Pominięto to, czego już nie ma: ${what}.`,
    gone: {
      store: (name: string | null) => (name === null ? 'usunięty sklep' : `sklep „${name}”`),
      group: (name: string | null) => (name === null ? 'usunięta grupa' : `grupa „${name}”`),
      content: (name: string | null) => (name === null ? 'treść, do której prowadziło' : `treść „${name}”`),
    },
    lost: (what: string) => `Nie wykluczasz już: ${what}. Te sklepy dostaną powiadomienie, a wykluczyć ich w ten sposób już się nie da.`,
    mustChoose:
      'Tamto wykluczenie już nie zadziała, więc odbiorców trzeba wybrać od nowa: inaczej powiadomienie dostałby ktoś, kto miał go nie dostać.',
  },
  {
    leftOut: (what) => `Left out, because it no longer exists: ${what}.`,
    gone: {
      store: (name) => (name === null ? 'a deleted store' : `store “${name}”`),
      group: (name) => (name === null ? 'a deleted group' : `group “${name}”`),
      content: (name) => (name === null ? 'the content that it led to' : `content “${name}”`),
    },
    lost: (what) => `No longer excluded: ${what}. These stores will get the notification, and this exclusion cannot be chosen again.`,
    mustChoose:
      'That exclusion no longer works, so the recipients have to be chosen again: otherwise people would get it who were not meant to.',
  },
);

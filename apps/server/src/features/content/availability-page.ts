import { type Availability, contentWords, reasonWords } from '@endcap/contract/content';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { escaped } from '../../platform/http/html.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { availabilityCsv } from './availability-csv.ts';
import { type AvailabilityWords, availabilityWords } from './availability.messages.ts';

const style = `:root{color-scheme:light dark;--line:#8884;--yes:light-dark(#1f6f4a,#7bc8a0);--no:light-dark(#b42318,#ff9c90)}
*{box-sizing:border-box}body{font:14px/20px "Inter Variable",Inter,system-ui,sans-serif;max-width:1080px;margin:0 auto;padding:24px 16px 48px;background:light-dark(#fff,#141a17);color:light-dark(#14211b,#e8eeea)}
h1{font-size:20px;line-height:28px;margin:0 0 4px}p{margin:4px 0}small,dt{color:light-dark(#4a544f,#a9b5ae)}dl{display:flex;flex-wrap:wrap;gap:8px 32px;margin:16px 0}dt{font-size:12px}dd{margin:0}
.sum{font-size:16px;font-weight:600;margin:16px 0 4px}a{color:inherit}a.export{display:inline-block;border:1px solid var(--line);border-radius:8px;padding:6px 14px;text-decoration:none;margin:8px 0 16px}
table{width:100%;border-collapse:collapse}th{text-align:left;font-weight:600;font-size:12px}thead th{position:sticky;top:0;background:light-dark(#fff,#141a17)}th,td{padding:8px;border-bottom:1px solid var(--line);vertical-align:top}td:nth-child(2),td:nth-child(3),td:nth-child(6){overflow-wrap:anywhere}
.n{text-align:right;font-variant-numeric:tabular-nums}.yes{color:var(--yes);font-weight:600}.no{color:var(--no);font-weight:600}
@media(max-width:640px){thead{display:none}table,tbody{display:block}tr{display:grid;grid-template-columns:44px 1fr auto;gap:0 8px;padding:8px 0;border-bottom:1px solid var(--line)}td{border:0;padding:0}.n{text-align:left}td:nth-child(2){font-weight:600}td:nth-child(3){grid-area:2/2}td:nth-child(4){grid-area:2/3}td:nth-child(5){grid-area:1/3;text-align:right}td:nth-child(6){grid-area:3/2/4/4}}
@media print{.export{display:none!important}body{max-width:none;padding:0}thead th{position:static}tr{break-inside:avoid}}`;

type Row = Availability['stores'][number];
type Language = keyof typeof availabilityWords;

const reasonText = (row: Row, language: Language): string => {
  const audience = reasonWords(language, row.audience, row);
  return row.because === row.audience
    ? audience
    : `${contentWords[language].reasons[row.because]}; ${availabilityWords[language].later(row.aimedAt)} (${audience})`;
};

const fact = (name: string, value: string): string => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`;

export const spanOf = (words: AvailabilityWords, start: string | null, end: string | null): string =>
  start === null && end === null
    ? words.unlimited
    : `${start ? warsawMinute(start) : words.fromEver} – ${end ? warsawMinute(end) : words.always}`;

const rowHtml = (row: Row, language: Language): string => {
  const words = availabilityWords[language];
  return `<tr><td class="n">${row.storeNo ?? '–'}</td><td>${escaped(row.name)}</td><td>${escaped(row.city)}</td><td>${contentWords[language].storeTypes[row.storeType]}</td><td class="${row.available ? 'yes' : 'no'}">${row.available ? words.yes : words.no}</td><td>${escaped(reasonText(row, language))}</td></tr>`;
};

/** The availability of an item as a page to read, print and export, without scripts (A-77). */
export const availabilityPage = async (answer: Availability, language: Language): Promise<string> => {
  const words = availabilityWords[language];
  const { item } = answer;
  const title = item.title ?? item.name ?? '';
  const csv = await availabilityCsv(answer, language, reasonText);
  const rows = await mapInSlices(answer.stores, (row) => rowHtml(row, language));
  const facts = [
    fact(words.state, words.states[answer.window]),
    fact(words.published, spanOf(words, item.publicationStart, item.publicationEnd)),
    fact(words.valid, `${spanOf(words, item.validityStart, item.validityEnd)}${answer.valid ? '' : ` (${words.notValid})`}`),
    fact(words.segments, item.segments.length > 0 ? item.segments.join(', ') : words.everyCustomer),
    fact(words.version, item.version || words.everyVersion),
    ...(item.disabled ? [fact(words.disabled, words.shownInactive)] : []),
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(`${words.title}: ${title}`)}</title><style>${style}</style></head><body><main>
<h1>${escaped(title)}</h1><p>${escaped(contentWords[language].types[item.contentType])} · <small>${escaped(item.name ?? '')}</small></p>
<dl>${facts.join('')}</dl>
<p class="sum">${escaped(words.summary(answer.available, answer.total))}</p>${answer.window === 'open' ? '' : `<p>${escaped(words.whilePublished(answer.aimedAt, answer.total))}</p>`}
<p><small>${escaped(words.asOf(warsawMinute(answer.at)))}</small></p>
<a class="export" download="${escaped(words.file)}-${answer.at.slice(0, 10)}.csv" href="data:text/csv;charset=utf-8;base64,${Buffer.from(csv).toString('base64')}">${escaped(words.export)}</a>
<table><thead><tr><th class="n" scope="col">${words.number}</th><th scope="col">${words.name}</th><th scope="col">${words.city}</th><th scope="col">${words.type}</th><th scope="col">${words.available}</th><th scope="col">${words.because}</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></main></body></html>`;
};

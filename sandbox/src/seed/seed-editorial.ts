import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { demoContent, demoKnowledge } from './demo-data.ts';
import { demoPopups, demoSettings } from './demo-settings.ts';

type Options = { adminUrl: string; appUrl: string; issuer: string; appScheme: string; now: number };

/** A pdf of one page that says what it is. */
const pdfOf = (title: string): Blob => {
  const text = `BT /F1 24 Tf 72 760 Td (${title.normalize('NFD').replace(/[^ -~]/g, '')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
  return new Blob([body, table], { type: 'application/pdf' });
};

const asked = [
  'Ile mam czasu na zwrot zakupów?',
  'Czy **sklep** jest czynny w niedzielę handlową?',
  'Jak zbierać punkty?',
  'Jaka będzie jutro pogoda?',
];

/** A phone of the demo chain asks the assistant, each question in a thread of its own. */
const askAssistant = async (appUrl: string): Promise<void> => {
  const call = async (path: string, body: unknown, secret?: string): Promise<Record<string, string>> => {
    const answer = await fetch(`${appUrl}/app/v1/${path}`, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(secret && { authorization: `Bearer ${secret}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // A moment may pass before the assistant is known to be switched on.
    if (answer.status === 403) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return call(path, body, secret);
    }
    if (!answer.ok) throw new Error(`The demo questions were refused: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const phone = { installId: randomUUID(), platform: 'android', appVersion: '3.4.0', userId: 'klient-1001' };
  const { deviceSecret } = await call('devices', phone);
  for (const text of asked) {
    const { threadId } = await call('assistant/threads', undefined, deviceSecret);
    await call(`assistant/threads/${threadId}/messages`, { text }, deviceSecret);
  }
};

/** Makes what the demo chain's editors made, through the staff API as an administrator would: uploads first, then one item after the other. */
export const seedEditorial = async ({ adminUrl, appUrl, issuer, appScheme, now }: Options): Promise<number> => {
  const { token }: { token: string } = await (await fetch(`${issuer}/sandbox/token?person=admin`)).json();
  const authorization = `Bearer ${token}`;
  const post = async (path: string, body: FormData | string): Promise<Record<string, string>> => {
    const answer = await fetch(`${adminUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      body,
    });
    if (!answer.ok) throw new Error(`The demo content was refused: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const upload = async (file: Blob, name: string): Promise<string | undefined> => {
    const form = new FormData();
    form.set('file', file, name);
    return (await post('file-upload', form))['file'];
  };
  const images = new Map<string, string | undefined>();
  const imageOf = async (name: string): Promise<string | undefined> => {
    if (!images.has(name)) {
      const bytes = await readFile(new URL(`images/${name}.jpg`, import.meta.url));
      images.set(name, await upload(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${name}.jpg`));
    }
    return images.get(name);
  };
  const ids = new Map<string, string>();
  /** As JSON, with deep links to the items before it where `(item:NAME)` stands. */
  const linked = (body: unknown): string =>
    JSON.stringify(body).replace(/\(item:([^)]+)\)/g, (_, name: string) => `(${appScheme}${ids.get(name) ?? ''})`);
  for (const { image, regulation, body } of demoContent(now)) {
    const title = String(body['title']);
    const files = {
      prevImage: await imageOf(image),
      ...(regulation && { regulation1File: await upload(pdfOf(title), 'regulamin.pdf') }),
    };
    const made = await post('content-editor', linked({ ...body, ...files }));
    ids.set(String(body['name']), String(made['_id']));
  }
  for (const item of demoKnowledge(now)) await post('knowledge-editor', JSON.stringify(item));
  for (const popup of demoPopups) await post('popup-editor', linked(popup));
  const files = {
    logo: await imageOf('logo'),
    banner: await imageOf('ebon'),
    regulation: await upload(pdfOf('Regulamin kampanii'), 'kampania.pdf'),
  };
  await post('settings-editor', JSON.stringify(demoSettings(now, files)));
  await askAssistant(appUrl);
  return ids.size;
};

import { randomUUID } from 'node:crypto';

const questions = [
  'Ile mam czasu na zwrot zakupów?',
  'Czy **sklep** jest czynny w niedzielę handlową?',
  'Jak zbierać punkty?',
  'Jaka będzie jutro pogoda?',
];

/** Registers a phone of the demo chain and sends its questions to the assistant, each in its own thread. */
export const askAssistant = async (appUrl: string): Promise<void> => {
  const call = async (path: string, body: unknown, secret?: string): Promise<Record<string, string>> => {
    const answer = await fetch(`${appUrl}/app/v1/${path}`, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(secret && { authorization: `Bearer ${secret}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // The app API may take a moment to see that the assistant is switched on.
    if (answer.status === 403) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return call(path, body, secret);
    }
    if (!answer.ok) throw new Error(`The demo questions were refused: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const phone = { installId: randomUUID(), platform: 'android', appVersion: '3.4.0', userId: 'klient-1001' };
  const { deviceSecret } = await call('devices', phone);
  for (const text of questions) {
    const { threadId } = await call('assistant/threads', undefined, deviceSecret);
    await call(`assistant/threads/${threadId}/messages`, { text }, deviceSecret);
  }
};

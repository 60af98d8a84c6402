import { randomUUID } from 'node:crypto';
import { SMALL_PDF } from '../test/small-pdf.ts';
import type { Identity } from './draw-request.ts';
import type { Callers } from './fuzz.ts';

type Targets = { adminUrl: string; appUrl: string; tokenOf: (person: string) => Promise<string>; serviceToken: string };

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Returns one caller for each access of the contract, and callers without rights or with a forged token. */
export const callersAt = ({ appUrl, tokenOf, serviceToken }: Targets): Callers => {
  const person = (name: string, id: string) => async (): Promise<Identity> => ({ name, token: await tokenOf(id) });
  const fixed = (name: string, token: string | null) => async (): Promise<Identity> => ({ name, token });
  const device = async (): Promise<Identity> => {
    const body = JSON.stringify({
      installId: randomUUID(),
      platform: 'android',
      appVersion: '3.4.1',
      push: { kind: 'token', value: `fuzz-${randomUUID()}` },
    });
    const answer = await fetch(`${appUrl}/app/v1/devices`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { deviceSecret }: { deviceSecret?: string } = await answer.json();
    return { name: 'device', token: deviceSecret ?? null };
  };
  return {
    admin: person('admin', 'admin'),
    staff: person('staff', 'staff-1'),
    'another store': person('another store', 'staff-2'),
    'no store': person('no store', 'no-store'),
    device,
    service: fixed('service', serviceToken),
    anyone: fixed('anyone', null),
    forged: fixed('forged', 'a.b.c'),
  };
};

/** Uploads an image and a PDF that generated requests may refer to. */
export const uploadFiles = async ({ adminUrl, tokenOf }: Pick<Targets, 'adminUrl' | 'tokenOf'>): Promise<string[]> => {
  const token = await tokenOf('admin');
  const upload = async (bytes: Buffer, name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${adminUrl}/api/v1/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const uploaded: { file: string } = await answer.json();
    return uploaded.file;
  };
  return [await upload(PIXEL, 'a.png'), await upload(Buffer.from(SMALL_PDF), 'a.pdf')];
};

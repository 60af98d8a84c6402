import type { SendForm } from './send-form.ts';

const KEY = 'endcap.send-draft';

/** after a test the form comes back as it was, so that the real send need not be typed again. Ends with the tab and with signing out. */
export const draft = {
  keep: (form: SendForm): void => sessionStorage.setItem(KEY, JSON.stringify(form)),
  read: (): Partial<SendForm> => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    } catch {
      return {};
    }
  },
  drop: (): void => sessionStorage.removeItem(KEY),
};

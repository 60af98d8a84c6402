import type { FileChooser, Locator } from '@playwright/test';

/** Counts what a person clicks after the sign-in; what is typed is not counted, nor are keys (review, section 5). */
export const aHand = () => {
  let clicks = 0;
  return {
    click: async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    },
    /** Chooses a file in the dialog of the system, which is one more click. */
    choose: async (chooser: FileChooser, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
      clicks += 1;
      await chooser.setFiles(file);
    },
    clicks: (): number => clicks,
  };
};

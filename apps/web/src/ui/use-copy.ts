import { useState } from 'react';

/** Copies text to the clipboard. `isCopied` is true until the text, or `about` if given, changes. */
export const useCopy = (text: string, about: unknown = text): { isCopied: boolean; copy: () => void } => {
  const [copied, setCopied] = useState<{ about: unknown } | null>(null);
  return {
    isCopied: copied !== null && copied.about === about,
    copy: () =>
      void navigator.clipboard.writeText(text).then(
        () => setCopied({ about }),
        () => setCopied(null),
      ),
  };
};

import { useState } from 'react';

/** Puts text on the clipboard; `isCopied` until the text, or what it is `about`, is another. A browser that refuses leaves it as it was. */
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

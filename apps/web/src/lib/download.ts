/** Hands a file to the browser's downloads. */
export const download = (content: ArrayBuffer | string, name: string): void => {
  const url = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** The element in which the build says which files a screen needs beside those that every screen does. */
const ELEMENT = 'endcap-screens';

const link = (file: string): HTMLLinkElement =>
  Object.assign(document.createElement('link'), {
    crossOrigin: 'anonymous',
    href: `/${file}`,
    ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
  });

/** Fetches a screen's code, which nobody has asked for yet; what does not come is said by who shows it. */
export const preload = (path: string): void => {
  const built = document.getElementById(ELEMENT)?.textContent;
  if (!built) return;
  const { files, screens } = JSON.parse(built) as { files: string[]; screens: Record<string, number[]> };
  document.head.append(...(screens[path] ?? []).flatMap((n) => files[n] ?? []).map(link));
};

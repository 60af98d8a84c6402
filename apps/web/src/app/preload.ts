/** Id of the element in which the build lists the files that each screen needs besides the common ones. */
const ELEMENT = 'endcap-screens';

const link = (file: string): HTMLLinkElement =>
  Object.assign(document.createElement('link'), {
    crossOrigin: 'anonymous',
    href: `/${file}`,
    ...(file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
  });

/** Preloads the code of a screen that is not open yet. Errors are ignored here, and shown when the screen is opened. */
export const preload = (path: string): void => {
  const built = document.getElementById(ELEMENT)?.textContent;
  if (!built) return;
  const { files, screens } = JSON.parse(built) as { files: string[]; screens: Record<string, number[]> };
  document.head.append(...(screens[path] ?? []).flatMap((n) => files[n] ?? []).map(link));
};

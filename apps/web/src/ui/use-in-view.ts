import { useEffect, useState } from 'react';

/** Returns the id of the section in view: the last one that begins in the upper third of the window, or the last of all at the end of the page. */
export const useInView = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  const all = ids.join(' ');
  useEffect(() => {
    const parts = all.split(' ');
    const find = (): void => {
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = parts.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3);
      setCurrent((atEnd ? parts : begun).at(-1) ?? parts[0]);
    };
    find();
    document.addEventListener('scroll', find, { passive: true });
    window.addEventListener('resize', find);
    return () => {
      document.removeEventListener('scroll', find);
      window.removeEventListener('resize', find);
    };
  }, [all]);
  return current;
};

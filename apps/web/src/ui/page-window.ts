/** Numbers of at most `count` neighbouring pages around the current one. */
export const pageWindow = (page: number, pages: number, count: number): number[] => {
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: Math.min(count, pages) }, (_, at) => first + at);
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'a folder, not a file',
  EACCES: 'this account may not read the file',
  EPERM: 'this account may not read the file',
};

/** Returns why a file could not be read, without its name or content. */
export const whyUnreadable = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `not readable${code && ` (${code})`}`;
};

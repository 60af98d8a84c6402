/** Calls the app API as one phone. Answers are parsed JSON, or undefined without a body. */
export const callAppApi = async (
  appUrl: string,
  path: string,
  options: { method?: string; secret?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${appUrl}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      ...(options.secret && { authorization: `Bearer ${options.secret}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
};

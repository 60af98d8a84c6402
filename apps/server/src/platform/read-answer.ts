/** More than any service has a reason to send. */
const MAX_BYTES = 1_000_000;

/** Reads the body of an answer from another service, and gives up as soon as it is longer than `maxBytes`. */
export const readAnswer = async ({ body, url }: Response, maxBytes = MAX_BYTES): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // An error ends the loop, and with it the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The answer of ${url} is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

/** Parses JSON; returns undefined if it is malformed. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a JSON response. */
export const readJsonAnswer = async (answer: Response): Promise<unknown> => {
  const value = jsonIn(await readAnswer(answer));
  // Errors of JSON.parse quote the text, which may be about people.
  if (value === undefined) throw new Error(`The answer of ${answer.url} is not JSON`);
  return value;
};

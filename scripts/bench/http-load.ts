import { Agent, request } from 'node:http';

type Load = { url: string; headers: Record<string, string>; connections: number; seconds: number; expect: number };

/** Requests a second over kept connections, each asking again as soon as it is answered. */
export const requestsPerSecond = async ({ url, headers, connections, seconds, expect }: Load): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request(url, { agent, headers }, (response) => {
        if (response.statusCode !== expect) reject(new Error(`${url}: ${response.statusCode}`));
        response.on('end', resolve).resume();
      })
        .on('error', reject)
        .end();
    });
  const startedAt = performance.now();
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      await ask();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return answered / ((performance.now() - startedAt) / 1000);
};

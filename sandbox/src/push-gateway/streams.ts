import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answers } from './answers.ts';
import type { GatewayFiles } from './credentials.ts';
import type { Behaviour } from './faults.ts';

type Serving = { files: GatewayFiles; behaviour: () => Behaviour; answer: Answers };

const BODY_MAX_BYTES = 16 * 1024;

/** Sends GOAWAY and closes the session after `goawayEvery` streams. */
const countStreams = (session: http2.ServerHttp2Session, behaviour: () => Behaviour): void => {
  let streams = 0;
  session.on('stream', (stream) => {
    const { goawayEvery } = behaviour();
    streams += 1;
    if (goawayEvery === null || streams < goawayEvery) return;
    streams = 0;
    session.goaway(http2.constants.NGHTTP2_NO_ERROR, stream.id ?? 0);
    session.close();
  });
};

/** Serves `answer` over TLS HTTP/2 like Google. Depending on the fault, it delays or withholds the response, or cuts the connection. */
export const serveStreams = ({ files, behaviour, answer }: Serving) => {
  const gateway = http2.createSecureServer({
    key: readFileSync(files.certificateKey),
    cert: readFileSync(files.certificate),
    settings: { maxConcurrentStreams: behaviour().maxStreams },
  });
  const sessions = new Set<http2.ServerHttp2Session>();
  gateway.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => {});
    countStreams(session, behaviour);
  });
  gateway.on('sessionError', () => {});

  const respond = async (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders, body: string): Promise<void> => {
    const { reply, fault } = await answer(headers[':path'] ?? '', String(headers.authorization), body);
    const { slowMs, latencyMs } = behaviour();
    const waitMs = fault === 'slow' ? slowMs : latencyMs;
    if (waitMs > 0) await sleep(waitMs);
    if (stream.destroyed || fault === 'silent') return;
    if (fault === 'drop') return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    if (fault === 'refuseStream') return stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    if (fault === 'disconnect' || !reply) return stream.session?.destroy();
    stream.respond({ ':status': reply.status, 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
    stream.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  };
  gateway.on('stream', (stream, headers) => {
    let body = '';
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (body.length < BODY_MAX_BYTES) body += chunk;
    });
    stream.on('end', () => respond(stream, headers, body));
  });

  return {
    gateway,
    limitStreams: (maxConcurrentStreams: number): void => {
      for (const session of sessions)
        if (session.localSettings.maxConcurrentStreams !== maxConcurrentStreams) session.settings({ maxConcurrentStreams });
    },
    close: (): void => {
      for (const session of sessions) session.destroy();
      gateway.close();
    },
  };
};

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemBody, type ProblemCode } from '@endcap/contract/core';
import { newId } from '../ids.ts';

const byCode: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

type Answer = { status: number; headers: Record<string, string>; body: string };

/** Gives errors that Node's HTTP parser raises before Fastify the same shape as all others (A-113, H14, D-19). */
export const createParserErrors = (headers: () => Record<string, string>) => {
  const answerTo = (code: ProblemCode): Answer => {
    const { status, message } = new Problem(code);
    const body = JSON.stringify({ error: { code, message, requestId: newId() } } satisfies ProblemBody);
    const own = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    return { status, headers: { ...headers(), ...own }, body };
  };
  const refuse = (code: ProblemCode, response: ServerResponse): void => {
    const answer = answerTo(code);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  return {
    /** Handles errors of the parser itself, which have a connection but no request. */
    onClientError: (error: NodeJS.ErrnoException, socket: Socket): void => {
      const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null };
      if (!socket.writable || error.code === 'ECONNRESET' || begun?.headersSent) return void socket.destroy();
      const { status, headers: lines, body } = answerTo(byCode[error.code ?? ''] ?? 'bad_request');
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroySoon());
    },
    /** Rejects requests without a Host header. Node's own response would have no body. */
    isRefused: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.headers.host !== undefined || request.httpVersion === '1.0') return false;
      refuse('bad_request', response);
      return true;
    },
    /** Rejects requests with an unsupported `Expect` header. */
    watch: (server: Server): Server =>
      server.on('checkExpectation', (_request, response: ServerResponse) => refuse('expectation_failed', response)),
  };
};

import { type Logger, pino } from 'pino';

/** One JSON line an event. Tokens, secrets, addresses and texts of people never reach it (NFR-07, A-122). */
export const createLog = (level: string, name: string): Logger =>
  pino({
    level,
    name,
    base: { process: name },
    redact: { paths: ['req.headers.authorization', 'token', '*.token', 'secret', '*.secret'], censor: '[hidden]' },
    serializers: {
      err: (error: Error & { code?: string }) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack }),
    },
  });

import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

type Write = (bytes: Buffer) => number;
const toStandardOutput: Write = (bytes) => writeSync(1, bytes);

/**
 * Writes log lines without ever blocking. A line that cannot be written, because the disk is full or the pipe is not read, is dropped and
 * counted (D-21). The next line that can be written contains the number of lost lines.
 */
export const lines = (write: Write = toStandardOutput): { write: (line: string) => void; lost: () => number } => {
  let [dropped, lost] = [0, 0];
  let isCut = false;
  const attempt = (text: string): boolean => {
    const bytes = Buffer.from(`${isCut ? '\n' : ''}${text}`);
    try {
      const written = write(bytes);
      isCut = written < bytes.length && (isCut || written > 0);
      return written === bytes.length;
    } catch {
      return false;
    }
  };
  return {
    write: (line) => {
      if (dropped > 0 && attempt(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines of the log were lost' })}\n`))
        dropped = 0;
      if (dropped === 0 && attempt(line)) return;
      dropped += 1;
      lost += 1;
    },
    lost: () => lost,
  };
};

const ofProcess = lines();
/** Lines of this process's log that were lost since it started. */
export const linesLost = ofProcess.lost;

/** One JSON line an event. Tokens, secrets, addresses and texts of people never reach it (NFR-07, A-122). */
export const createLog = (level: string, name: string, to: { write: (line: string) => void } = ofProcess): Logger =>
  pino(
    {
      level,
      name,
      base: { process: name },
      redact: { paths: ['req.headers.authorization', 'token', '*.token', 'secret', '*.secret'], censor: '[hidden]' },
      serializers: {
        err: (error: Error & { code?: string }) => ({ type: error.name, code: error.code, message: error.message, stack: error.stack }),
      },
    },
    to,
  );

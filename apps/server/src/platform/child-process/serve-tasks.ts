import type { FromChild, Handlers, ToChild } from './messages.ts';

const send = (message: FromChild): void => void process.send?.(message);

/** Runs the tasks that the parent process sends, one at a time. A handler that throws ends this process. */
export const serveTasks = (handlers: Handlers): void => {
  let chunks: Uint8Array[] = [];
  process.on('message', (message: ToChild) => {
    if (message.is === 'chunk') {
      chunks.push(message.bytes);
      return;
    }
    const bytes = Buffer.concat(chunks);
    chunks = [];
    const handler = handlers[message.task];
    if (handler === undefined) throw new Error(`No such task: ${message.task}`);
    void handler(bytes, message.options as never).then((result) => send({ is: 'result', result }));
  });
  process.once('disconnect', () => process.exit());
  send({ is: 'ready' });
};

import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** Size of the pieces that rows are collected into, because handling a piece costs more than copying a row. */
const PIECE_BYTES = 256 * 1024;

/** Readable stream of the output of `COPY … TO STDOUT`, in pieces of many rows. */
class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  #connection: pg.Connection | undefined;
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #used = 0;

  constructor(statement: string) {
    super({ highWaterMark: 2 * PIECE_BYTES });
    this.#statement = statement;
  }
  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }
  override _read(): void {
    this.#connection?.stream.resume();
  }
  #give(bytes: Buffer): void {
    if (!this.push(bytes)) this.#connection?.stream.pause();
  }
  // node-postgres reads the next rows into the same memory.
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#used + chunk.length > PIECE_BYTES) {
      this.#give(this.#piece.subarray(0, this.#used));
      this.#piece = Buffer.allocUnsafe(PIECE_BYTES);
      this.#used = 0;
    }
    if (chunk.length > PIECE_BYTES) return this.#give(Buffer.from(chunk));
    this.#used += chunk.copy(this.#piece, this.#used);
  }
  handleCommandComplete(): void {
    this.#give(this.#piece.subarray(0, this.#used));
  }
  handleReadyForQuery(): void {
    this.#connection?.stream.resume();
    this.push(null);
  }
  handleError(error: Error): void {
    this.destroy(error);
  }
}

const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4]);
const COPY_FAIL = Buffer.from([...Buffer.from('f'), 0, 0, 0, 5, 0]);
const headOf = (chunk: Buffer): Buffer => {
  const head = Buffer.alloc(5, COPY_DATA);
  head.writeUInt32BE(chunk.length + 4, 1);
  return head;
};

/** Submittable that writes the input of `COPY … FROM STDIN`. */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #taking = Promise.withResolvers<pg.Connection['stream']>();
  readonly #taken = Promise.withResolvers<void>();

  constructor(statement: string) {
    this.#statement = statement;
    for (const { promise } of [this.#taking, this.#taken]) promise.catch(() => {});
  }
  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }
  handleCopyInResponse({ stream }: pg.Connection): void {
    this.#taking.resolve(stream);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#taken.resolve();
  }
  handleError(error: Error): void {
    this.#taking.reject(error);
    this.#taken.reject(error);
  }
  async #write(...parts: readonly Buffer[]): Promise<void> {
    const stream = await this.#taking.promise;
    for (const part of parts) stream.write(part);
    // A server that rejects a row sends an error and reads nothing more.
    if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.#taken.promise]);
  }
  async send(chunks: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of chunks) await this.#write(headOf(chunk), chunk);
      await this.#write(COPY_DONE);
    } catch (error) {
      await this.#write(COPY_FAIL).catch(() => {});
      await this.#taken.promise.catch(() => {});
      throw error;
    }
    return this.#taken.promise;
  }
}

/** Returns the bytes of a `COPY … TO STDOUT`, with back-pressure. A caller that does not read all of them has to close the connection. */
export const copyOut = (client: pg.ClientBase, statement: string): Readable => client.query(new CopyOut(statement));

/** Sends chunks to a `COPY … FROM STDIN` until the server has taken all. If the chunks fail, the statement fails and stores none. */
export const copyIn = (client: pg.ClientBase, statement: string, chunks: AsyncIterable<Buffer>): Promise<void> =>
  client.query(new CopyIn(statement)).send(chunks);

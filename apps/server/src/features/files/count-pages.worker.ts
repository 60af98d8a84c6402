// Counts the pages of a pdf apart from the process that answers.
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

const { numPages } = await getDocumentProxy(workerData as Uint8Array);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(numPages);

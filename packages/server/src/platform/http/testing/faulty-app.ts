/** An application whose routes throw in different places. It runs as a separate process. */
import { createReadStream, stat } from 'node:fs';
import { catchProcessFaults } from '@docwright/site-server';
import { Type } from 'typebox';
import { createLogger } from '../../log/index.ts';
import { createApp } from '../index.ts';

const log = createLogger({ level: 'info', destination: process.stdout });
let faults = 0;
const app = createApp({ log, isUnavailable: () => false, onFault: () => (faults += 1) });
catchProcessFaults((err) => log.fatal({ err }, 'the process ends'));
const fail = (): never => {
  throw new Error('canary');
};
const never = (): Promise<never> => new Promise(() => undefined);

const later: Readonly<Record<string, () => void>> = {
  timer: () => setTimeout(fail, 0),
  immediate: () => setImmediate(fail),
  tick: () => process.nextTick(fail),
  microtask: () => queueMicrotask(fail),
  promise: () => void Promise.resolve().then(fail),
  file: () => stat('/', fail),
  stream: () => createReadStream(import.meta.filename).on('data', fail),
};
for (const [name, start] of Object.entries(later)) {
  app.post(`/${name}`, () => {
    start();
    return never();
  });
}
app.post('/handler', fail);
// The HTTP parser calls these listeners before the body is read.
for (const event of ['end', 'data']) {
  app.post(`/request-${event}`, { onRequest: async ({ raw }) => void raw.once(event, fail) }, never);
}
const schema = { body: Type.Object({ name: Type.String() }) };
// As with all operations, an asynchronous hook runs first, so the error is thrown outside Fastify's try block.
const preValidation = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
app.post('/schema-formatter', { schema, preValidation, schemaErrorFormatter: fail }, never);
app.post('/error-handler', { errorHandler: fail }, () => fail());
app.post('/after-the-answer', async (_request, reply) => {
  reply.raw.once('finish', () => setImmediate(fail));
  return 'answered';
});
app.post('/half-an-answer', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-length': '100' });
  reply.raw.write('half', () => setImmediate(fail));
});
let inProcess = (): void => undefined;
setInterval(() => inProcess(), 5);
app.post('/process', () => {
  inProcess = fail;
  return never();
});
app.get('/faults', async () => String(faults));
const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
log.info({ baseUrl }, 'listening');

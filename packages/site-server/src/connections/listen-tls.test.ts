import assert from 'node:assert/strict';
import { connect, type ConnectionOptions } from 'node:tls';
import { test } from 'node:test';
import { testListenSettings } from '../testing/test-listen-settings.ts';
import { ListeningServers } from './listening-servers.ts';

test('a handshake looks up the certificate for its server name, and passes on the client’s network', async () => {
  const asked: string[] = [];
  const servers = new ListeningServers(testListenSettings);
  const address = await servers.listenTls(0, () => undefined, {
    contextOf: async (name, network) => {
      asked.push(`${name} ${network}`);
      return undefined;
    },
  });
  const options: ConnectionOptions = {
    host: '127.0.0.1',
    port: Number(new URL(address).port),
    servername: 'docs.example.com',
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  connect(options).once('error', () => resolve());
  await promise;
  await servers.stop();
  assert.deepEqual(asked, ['docs.example.com 127.0.0.1']);
});

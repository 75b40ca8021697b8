import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { toFailure, withPath } from './cli-error.ts';

/** Every write to this device fails with the error of a full disk. */
const fullDevice = '/dev/full';

function faultOf(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a full disk’s error names the file and the remedy', { skip: process.platform !== 'linux' }, () => {
  const fault = faultOf(() => writeFileSync(fullDevice, 'text'));
  const named = toFailure(withPath(fault, '/backups/site.tar.gz'));
  const { exitCode, json } = toFailure(fault);
  assert.deepEqual([exitCode, json['code']], [1, 'ENOSPC']);
  assert.match(String(json['error']), /can't be written \(ENOSPC\): the disk is full; free some space/);
  assert.match(String(named.json['error']), /^\/backups\/site\.tar\.gz can't be written/);
});

test('the path in an error is not replaced', () => {
  const fault = faultOf(() => writeFileSync('/proc/none/file', ''));
  assert.equal((withPath(fault, '/other') as NodeJS.ErrnoException).path, '/proc/none/file');
});

test('errors about TMPDIR and a port name the value and the remedy', async () => {
  const noFolder = faultOf(() => mkdtempSync('/proc/none/docwright-'));
  assert.match(
    String(toFailure(noFolder).json['error']),
    /^\/proc\/none can't be used for temporary files .*set TMPDIR/,
  );
  const first = createServer();
  const second = createServer();
  await once(first.listen(0, '127.0.0.1'), 'listening');
  const { port } = first.address() as AddressInfo;
  const [fault] = (await once(second.listen(port, '127.0.0.1'), 'error').catch((error: unknown) => [error])) as [
    unknown,
  ];
  first.close();
  assert.match(String(toFailure(fault).json['error']), new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use; stop`));
});

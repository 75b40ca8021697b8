import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { toFailure, withPath } from './cli-error.ts';

/** Every write to this device fails as on a full disk. */
const fullDevice = '/dev/full';

function faultOf(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('an error of a full disk names the file and what to do', { skip: process.platform !== 'linux' }, () => {
  const fault = faultOf(() => writeFileSync(fullDevice, 'text'));
  const named = toFailure(withPath(fault, '/backups/site.tar.gz'));
  const { exitCode, json } = toFailure(fault);
  assert.deepEqual([exitCode, json['code']], [1, 'ENOSPC']);
  assert.match(String(json['error']), /can't be written \(ENOSPC\): the disk is full; free some space/);
  assert.match(String(named.json['error']), /^\/backups\/site\.tar\.gz can't be written/);
});

test('a path that an error already has is not replaced', () => {
  const fault = faultOf(() => writeFileSync('/proc/none/file', ''));
  assert.equal((withPath(fault, '/other') as NodeJS.ErrnoException).path, '/proc/none/file');
});

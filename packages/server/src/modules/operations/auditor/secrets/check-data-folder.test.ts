import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { checkDataFolder } from './check-data-folder.ts';
import { readEntryModes } from './entry-modes.ts';
import { Findings } from '../findings.ts';

describe('modes in the data folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'docwright-modes-'));
    await mkdir(join(dataDir, 'git'), { mode: 0o700 });
    await writeFile(join(dataDir, 'secret.txt'), 'x', { mode: 0o600 });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const check = async () => {
    const findings = new Findings();
    checkDataFolder({ entryModes: await readEntryModes(dataDir) }, findings);
    const { checked, violations } = findings.report();
    return { checked: checked.N12, found: violations.map(({ subject, message }) => `${subject} ${message}`) };
  };

  test('are valid if only the owner, or the owner and a group, can read the entries', async () => {
    assert.deepEqual(await check(), { checked: 3, found: [] });
    await chmod(join(dataDir, 'git'), 0o2770);
    assert.deepEqual((await check()).found, []);
  });

  test('are not checked on a machine without a data folder', async () => {
    assert.deepEqual(await readEntryModes(join(dataDir, 'none')), []);
  });

  test('are found if other accounts can read an entry', async () => {
    await chmod(join(dataDir, 'git'), 0o755);
    await chmod(join(dataDir, 'secret.txt'), 0o604);
    assert.deepEqual((await check()).found, [
      `${join(dataDir, 'git')} has the mode 755, which gives the machine's other users access: chmod o-rwx`,
      `${join(dataDir, 'secret.txt')} has the mode 604, which gives the machine's other users access: chmod o-rwx`,
    ]);
  });

  test('are found if other accounts can replace an entry', async () => {
    await chmod(dataDir, 0o703);
    assert.deepEqual((await check()).found, [
      `${dataDir} has the mode 703, which gives the machine's other users access: chmod o-rwx`,
    ]);
  });
});

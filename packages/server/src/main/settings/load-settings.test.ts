import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { loadSettings } from './load-settings.ts';

describe('the settings file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-settings-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const load = (file: string) => loadSettings({ flags: {}, environment: {}, file });

  test('is reported with the system’s reason if it is missing or a folder', () => {
    const missing = join(folder, 'missing.yaml');
    assert.throws(() => load(missing), {
      message: `The settings file ${missing} can't be read: no such file or directory`,
    });
    assert.throws(() => load(folder), {
      message: `The settings file ${folder} can't be read: illegal operation on a directory`,
    });
  });

  test('is reported with the position of its first error if it isn’t valid YAML', () => {
    assert.throws(
      () => load(write('broken.yaml', 'port: "1\n')),
      /broken\.yaml can't be read: Missing closing .*line 1|line 2/,
    );
  });

  test('must be a map of settings, or empty', () => {
    assert.throws(() => load(write('list.yaml', '- port')), /list\.yaml must map setting names to values/);
    assert.throws(() => load(write('typo.yaml', 'prot: 1')), /typo\.yaml contains "prot", which is not a setting/);
    assert.equal(load(write('empty.yaml', '')).port, load(write('none.yaml', '{}')).port);
    assert.equal(load(write('port.yaml', 'port: 4455')).port, 4455);
  });

  test('is overridden by the environment, and the environment by a flag', () => {
    const file = write('weak.yaml', 'port: 1111');
    const environment = { DOCWRIGHT_PORT: '2222' };
    assert.equal(loadSettings({ flags: {}, environment, file }).port, 2222);
    assert.equal(loadSettings({ flags: { port: '3333' }, environment, file }).port, 3333);
    assert.equal(loadSettings({ flags: {}, environment: { DOCWRIGHT_CONFIG: file } }).port, 1111);
  });
});

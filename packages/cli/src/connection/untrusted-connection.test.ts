import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { requireOwnDataFolder } from './find-data-folder.ts';
import { isTrackedByGit } from './git-index.ts';
import {
  isSameService,
  resolveChosenAddress,
  resolveConnection,
  type ConnectionOptions,
} from './resolve-connection.ts';
import { saveConnection } from './saved-connection.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-trust-'));
const home = join(root, 'home');
const cwd = join(root, 'cloned');
const found = join(cwd, '.docwright');
const named = join(root, 'data');
const uid = process.getuid?.();
after(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  for (const folder of [home, cwd, named]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [join(home, '.config/docwright'), found, named])
    mkdirSync(folder, { recursive: true, mode: 0o755 });
});

interface Asked extends ConnectionOptions {
  readonly env?: Readonly<Record<string, string>>;
}

function resolve({ env = {}, ...options }: Asked) {
  const warnings: string[] = [];
  const context = { env: { HOME: home, ...env }, cwd, uid, warn: (text: string) => void warnings.push(text) };
  try {
    const { baseUrl, apiKey } = resolveConnection(context, options);
    return { to: `${apiKey ?? 'nothing'} → ${baseUrl}`, warnings };
  } catch (error) {
    return { to: (error as { code: string }).code, warnings };
  }
}

/**
 * The service that receives each key, for each source of the address and the key. A saved connection is an address with
 * its own key.
 */
const option = 'https://option';
const environment = 'https://env';
const addresses: Readonly<Record<string, Asked>> = {
  option: { baseUrl: option },
  env: { env: { DOCWRIGHT_BASE_URL: environment } },
  'named folder': { dataDir: named },
  'found folder': {},
  home: {},
  none: {},
};
const keys: Readonly<Record<string, Asked>> = {
  option: { apiKey: 'dw_option' },
  env: { env: { DOCWRIGHT_API_KEY: 'dw_env' } },
  saved: {},
};
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  option: { option: 'dw_option → https://option', env: 'dw_env → https://option', saved: 'nothing → https://option' },
  env: { option: 'dw_option → https://env', env: 'dw_env → https://env', saved: 'nothing → https://env' },
  'named folder': {
    option: 'dw_option → https://named',
    env: 'dw_env → https://named',
    saved: 'dw_named → https://named',
  },
  'found folder': { option: 'address_needed', env: 'address_needed', saved: 'dw_found → https://found' },
  home: { option: 'dw_option → https://home', env: 'dw_env → https://home', saved: 'dw_home → https://home' },
  none: { option: 'no_service', env: 'no_service', saved: 'no_service' },
};
for (const [address, byKey] of Object.entries(expected))
  for (const [key, to] of Object.entries(byKey))
    test(`address from: ${address}, key from: ${key}; result: ${to}`, () => {
      const saveHome = (): void =>
        saveConnection(join(home, '.config/docwright'), { baseUrl: 'https://home', apiKey: 'dw_home' });
      if (address === 'named folder') saveConnection(named, { baseUrl: 'https://named', apiKey: 'dw_named' });
      if (address === 'home') saveHome();
      // If the address is already known, saved connections to other addresses have no effect.
      if (address === 'found folder' || address === 'option' || address === 'env') {
        saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
        saveHome();
      }
      const env = { ...addresses[address]?.env, ...keys[key]?.env };
      assert.equal(resolve({ ...addresses[address], ...keys[key], env }).to, to);
    });

test('a folder can’t decide which account is used or where a typed key is sent', () => {
  saveConnection(found, { baseUrl: 'https://home', apiKey: 'dw_found' });
  saveConnection(join(home, '.config/docwright'), { baseUrl: 'https://home', apiKey: 'dw_home' });
  assert.equal(resolve({ baseUrl: 'https://home' }).to, 'dw_home → https://home');
  saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
  const context = { env: { HOME: home }, cwd, uid, warn: () => undefined };
  assert.equal(resolveChosenAddress(context, {}), 'https://home');
  rmSync(join(home, '.config'), { recursive: true });
  assert.throws(() => resolveChosenAddress(context, {}), { code: 'no_service' });
});

test('a relative data folder in the environment depends on the current folder, so it isn’t trusted', () => {
  saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
  const env = { DOCWRIGHT_DATA_DIR: '.docwright', DOCWRIGHT_API_KEY: 'dw_env' };
  assert.equal(resolve({ env }).to, 'address_needed');
});

test('a key that the folder itself contains may also come from the environment', () => {
  saveConnection(found, { baseUrl: 'http://localhost:4400', apiKey: 'dw_same' });
  assert.equal(resolve({ env: { DOCWRIGHT_API_KEY: 'dw_same' } }).to, 'dw_same → http://localhost:4400');
});

const git = (...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'ignore' });
const file = join(found, 'cli.json');
const spoils: Readonly<Record<string, readonly [spoil: () => void, reason: RegExp]>> = {
  'readable by others, as git checks it out': [() => chmodSync(file, 0o644), /other users can open it/],
  'writable by a group': [() => chmodSync(file, 0o660), /other users can open it/],
  'in a folder that others can write to': [() => chmodSync(found, 0o777), /other users can write to/],
  'tracked by git': [() => (git('init', '-q'), git('add', '-f', '.docwright/cli.json')), /git tracks it/],
  'tracked by git with compressed paths': [
    () => {
      writeFileSync(join(found, 'cli.jso'), '');
      git('init', '-q');
      git('-c', 'index.version=4', 'add', '-f', '.docwright');
    },
    /git tracks it/,
  ],
  'tracked by git with a split index': [
    () => (git('init', '-q'), git('add', '-f', '.docwright'), git('update-index', '--split-index')),
    /git tracks it/,
  ],
  'a symbolic link': [
    () => {
      renameSync(file, join(cwd, 'settings.json'));
      symlinkSync('../settings.json', file);
    },
    /is a symbolic link/,
  ],
  'in a folder that git tracks as a link': [
    () => {
      renameSync(found, join(cwd, 'docs'));
      symlinkSync('docs', found);
      git('init', '-q');
      git('add', '-f', '.docwright');
    },
    /git tracks it/,
  ],
};
for (const [what, [spoil, reason]] of Object.entries(spoils))
  test(`a saved connection is ignored with a warning if it is ${what}`, () => {
    saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
    spoil();
    const { to, warnings } = resolve({});
    assert.equal(to, 'no_service');
    assert.match(warnings.join(), reason);
    assert.match(warnings.join(), /cli\.json is ignored: .*--base-url/);
  });

test('another user’s saved connection is ignored', { skip: uid !== 0 }, () => {
  saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
  execFileSync('chown', ['65534', file]);
  const { to, warnings } = resolve({});
  assert.equal(to, 'no_service');
  assert.match(warnings.join(), /belongs to another user/);
});

test('a repository’s untracked files are used, and an unreadable index counts as tracking them', () => {
  saveConnection(found, { baseUrl: 'https://found', apiKey: 'dw_found' });
  git('init', '-q');
  writeFileSync(join(cwd, 'a.md'), '');
  git('add', 'a.md');
  assert.equal(resolve({}).to, 'dw_found → https://found');
  assert.equal(isTrackedByGit(join(cwd, 'a.md')), true);
  assert.equal(isTrackedByGit(join(cwd, 'b.md')), false);
  for (const index of ['', 'DIRC', `DIRC\0\0\0\u0009\0\0\0\u0001`]) {
    writeFileSync(join(cwd, '.git/index'), index);
    assert.equal(resolve({}).to, 'no_service');
  }
});

test('a data folder from a repository is not started unless the user names it', () => {
  writeFileSync(join(found, 'master-key.txt'), '');
  const context = { env: {}, cwd, uid, warn: () => undefined } as unknown as Parameters<typeof requireOwnDataFolder>[0];
  assert.equal(requireOwnDataFolder(context, undefined), found);
  git('init', '-q');
  git('add', '-f', '.docwright');
  assert.throws(() => requireOwnDataFolder(context, undefined), {
    code: 'untrusted_data_folder',
    message: /--data-dir/,
  });
  assert.equal(requireOwnDataFolder(context, found), found);
});

test('addresses that differ in host case and default port are the same service; paths that differ in case are not', () => {
  assert.ok(isSameService('https://HOST/a/', 'https://host:443/a'));
  assert.ok(!isSameService('https://host/A', 'https://host/a'));
  assert.ok(!isSameService('https://host', 'http://host'));
});

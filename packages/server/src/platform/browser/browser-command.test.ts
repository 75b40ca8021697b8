import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildBrowserCommand, defaultBrowserLimits, type InnerSandbox } from './browser-command.ts';

const tools = { bwrap: '/usr/bin/bwrap', prlimit: '/usr/bin/prlimit' };
const program = { path: '/opt/shell/browser', libraries: new Map([['/lib/libc.so.6', '/usr/lib/libc.so.6']]) };

const build = (inner: InnerSandbox): readonly string[] =>
  buildBrowserCommand(tools, program, { inner, limits: defaultBrowserLimits });

function mounted(command: readonly string[]): string[] {
  return command.flatMap((word, index) => {
    if (/^--(?:ro-bind|dev-bind|bind)(?:-try)?$/.test(word)) return `${word} ${command[index + 1]}`;
    return [];
  });
}

test('the browser’s sandbox contains only the browser, its libraries and fonts, and, without /proc, two devices', () => {
  const own = [
    '--ro-bind /opt/shell',
    '--ro-bind /usr/lib/libc.so.6',
    '--ro-bind-try /usr/share/fonts',
    '--ro-bind-try /usr/local/share/fonts',
    '--ro-bind-try /etc/fonts',
    '--ro-bind-try /usr/share/fontconfig',
  ];
  assert.deepEqual(mounted(build('own')), own);
  assert.deepEqual(mounted(build('none')), [...own, '--dev-bind /dev/null', '--dev-bind /dev/urandom']);
});

test('the browser is started without network, environment and capabilities, and ends with its worker', () => {
  for (const inner of ['own', 'none'] as const) {
    const command = build(inner);
    const before = command.slice(0, command.indexOf('/opt/shell/browser'));
    for (const option of ['--unshare-all', '--clearenv', '--die-with-parent', '--cap-drop', '--data=1073741824'])
      assert.ok(before.includes(option), option);
    assert.equal(command.includes('--share-net'), false);
  }
});

test('the browser’s own sandbox is turned off only without /proc', () => {
  assert.deepEqual([build('own').includes('--no-sandbox'), build('own').includes('--proc')], [false, true]);
  assert.deepEqual([build('none').includes('--no-sandbox'), build('none').includes('--proc')], [true, false]);
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);

/** Server files that call `JSON.parse`, and the trusted text that each of them parses. */
const ownText: Readonly<Record<string, string>> = {
  'packages/bundle/src/parse-json.ts': 'the function that limits the depth of untrusted JSON',
  'packages/host/src/access/reader-files.ts': 'a file that the host has written',
  'packages/host/src/readers/forward-cursor.ts': 'a file that the host has written',
  'packages/host/src/readers/kept-event.ts': 'a line that the host has written',
  'packages/host/src/settings/access-settings.ts': "the operator's setting",
  'packages/host/src/versions/brotli-pack.ts': 'a file that the host has written',
  'packages/host/src/versions/journal.ts': 'a line that the host has written',
  'packages/host/src/versions/version-files.ts': 'a file that the host has written',
  'packages/server/src/main/first-start.ts': 'a file that the first start has written',
  'packages/server/src/main/settings/model-settings.ts': "the operator's setting",
  'packages/server/src/main/version.ts': 'our package.json',
  'packages/server/src/modules/identity/accounts/signing-in/call-auth.ts': 'a result of a library in this process',
  'packages/server/src/modules/publishing/certificates/sealed-certificate.ts': 'sealed by us',
  'packages/server/src/modules/publishing/site-access/sealed-secrets.ts': 'sealed by us',
  'packages/server/src/modules/publishing/site-access/test-sign-in.ts': 'sealed by us, and a result of checked depth',
  'packages/server/src/modules/readers/edge/preview-access.ts': 'signed by us',
  'packages/server/src/modules/sources/code-hosts/credential.ts': 'sealed by us',
  'packages/server/src/modules/interfaces/manual/compose-folder.ts': 'our manual',
  'packages/server/src/modules/interfaces/mcp/exchange-message.ts': 'a result of a library in this process',
  'packages/server/src/modules/interfaces/mcp/tool-result.ts': "a response of the service's own API",
  'packages/server/src/modules/interfaces/mcp/tools.ts': 'a schema of the contract',
  'packages/server/src/modules/project-config/model-settings/credentials.ts': 'sealed by us',
  'packages/server/src/modules/publishing/previews/preview-link.ts': 'signed by us',
  'packages/server/src/modules/project-config/webhooks/describe-event.ts': 'an event that we have written',
  'packages/server/src/platform/database/embedded/binaries.ts': 'files of a package',
  'packages/server/src/platform/models/merge-events.ts': 'a string literal',
  'packages/server/src/platform/sandbox/probe/attacks.ts': 'arguments of our program',
  'packages/server/src/platform/sandbox/probe/probe.ts': 'arguments of our program',
  'packages/server/src/platform/sandbox/self-test.ts': 'output of our program',
  'packages/site-assistant/src/meaning/section-vectors.ts': 'a file that a worker or the host has written',
};

test('only the listed source files of the servers, which read trusted text, call JSON.parse', () => {
  const folders = ['bundle', 'host', 'server', 'site-assistant', 'site-server'];
  const paths = globSync(
    folders.map((name) => `packages/${name}/src/**/*.ts`),
    { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] },
  );
  assert.ok(paths.length > 500, `only ${paths.length} files were checked`);
  const parsing = paths.filter((path) => readFileSync(`${root}/${path}`, 'utf8').includes('JSON.parse('));
  assert.deepEqual(parsing.sort(), Object.keys(ownText).sort());
});

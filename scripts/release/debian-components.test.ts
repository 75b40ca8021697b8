import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDebianPackages } from './debian-components.ts';

const status = `Package: libc6
Status: install ok installed
Architecture: amd64
Multi-Arch: same
Version: 2.36-9+deb12u14
Description: GNU C Library
 Version: this is a part of the description
 .
 Package: also

Package: old
Status: deinstall ok config-files
Architecture: all
Version: 1

Package: git
Architecture: amd64
Version: 1:2.39.5-0+deb12u2
`;

test('installed Debian packages have a purl with version, architecture and suite', () => {
  assert.deepEqual(
    parseDebianPackages(status, 'bookworm').map(({ name, version, purl }) => ({ name, version, purl })),
    [
      {
        name: 'git',
        version: '1:2.39.5-0+deb12u2',
        purl: 'pkg:deb/debian/git@1%3A2.39.5-0%2Bdeb12u2?arch=amd64&distro=bookworm',
      },
      {
        name: 'libc6',
        version: '2.36-9+deb12u14',
        purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64&distro=bookworm',
      },
    ],
  );
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { findMissing } from '../../testing/make-certificate.ts';
import { encodeCertificateRequest } from './encode-certificate-request.ts';

test(
  'OpenSSL can read the name and verify the signature of requests with short and long names',
  {
    skip: findMissing('openssl'),
  },
  () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const label = 'a'.repeat(63);
    for (const domain of [
      'a.io',
      'docs.example.com',
      `${label}.${label}.example`,
      `${label}.${label}.${label}.example`,
    ]) {
      const input = encodeCertificateRequest(domain, privateKey);
      const args = ['req', '-inform', 'DER', '-noout', '-text', '-verify'];
      const { stdout, stderr } = spawnSync('openssl', args, { input, encoding: 'utf8' });
      assert.match(stdout, new RegExp(`DNS:${domain}\n`));
      assert.match(stdout, /Subject: ?\n/);
      assert.match(`${stdout}${stderr}`, /verify OK/);
    }
  },
);

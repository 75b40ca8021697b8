import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a self-signed certificate and its key in PEM format. Requires openssl. */
export function makeTestCertificate(name: string): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-certificate-'));
  try {
    const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
    execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, '-out', certFile, '-subj', `/CN=${name}`], {
      stdio: 'ignore',
    });
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

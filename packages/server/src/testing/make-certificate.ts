import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why a test that needs these programs can't run, for its `skip` option. */
export function findMissing(...commands: readonly string[]): string | false {
  const missing = commands.find((command) => spawnSync(command, ['-h'], { stdio: 'ignore' }).error !== undefined);
  return missing === undefined ? false : `${missing} is not installed`;
}

export interface TestCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** In PEM format. */
  readonly chain: string;
  readonly key: string;
}

/**
 * Creates a self-signed certificate as `{name}.crt` and `{name}.key` in a folder. @param subject `DNS:*.sites.example`
 */
export function makeCertificate(folder: string, name: string, subject: string): TestCertificate {
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, '-out', certificateFile, ...names], {
    stdio: 'ignore',
  });
  return {
    certificateFile,
    keyFile,
    chain: readFileSync(certificateFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
  };
}

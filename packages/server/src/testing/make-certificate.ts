import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The value of the `skip` option for a test that requires these programs. */
export function findMissing(...commands: readonly string[]): string | false {
  const missing = commands.find((command) => spawnSync(command, ['-h'], { stdio: 'ignore' }).error !== undefined);
  return missing === undefined ? false : `${missing} is not installed`;
}

export interface TestCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** The certificate chain, in PEM format. */
  readonly chain: string;
  readonly key: string;
}

/**
 * Creates a self-signed certificate as `{name}.crt` and `{name}.key` in a folder.
 * @param names `DNS:*.sites.example`
 */
export const makeCertificate = (folder: string, name: string, names: string): TestCertificate =>
  create(folder, name, ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]);

/** Creates a client certificate that another certificate signs. @param subject `/O=Example/CN=proxy` */
export const signCertificate = (
  folder: string,
  name: string,
  { subject, authority }: { readonly subject: string; readonly authority: TestCertificate },
): TestCertificate =>
  create(folder, name, ['-subj', subject, '-CA', authority.certificateFile, '-CAkey', authority.keyFile]);

function create(folder: string, name: string, options: readonly string[]): TestCertificate {
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, '-out', certificateFile, ...options], {
    stdio: 'ignore',
  });
  return {
    certificateFile,
    keyFile,
    chain: readFileSync(certificateFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
  };
}

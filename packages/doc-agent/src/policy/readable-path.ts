import picomatch from 'picomatch';
import { findPathProblem } from './check-path.ts';

/** Never sent to a model, even when a repository holds them: they are made to keep secrets in. */
const unreadable = [
  '**/.env',
  '**/.env.*',
  '**/*.{pem,key,p12,pfx,jks,keystore,kdbx}',
  '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519}',
  '**/{.npmrc,.netrc,.pypirc,.git-credentials,credentials.json}',
  '**/.{ssh,aws,gnupg,git}/**',
];

const isSecret = picomatch(unreadable, { dot: true, nocase: true });

/** Whether a file may be shown to a model at all; no policy can change it. */
export function isReadablePath(path: string): boolean {
  return findPathProblem(path) === undefined && !isSecret(path);
}

/**
 * Files that a client leaves out of an uploaded folder, at any depth and in any letter case: files meant for secrets,
 * installed packages, and data folders of the service. `*` matches characters within one name, and `/**` everything
 * below a folder.
 */
export const neverUploaded: readonly string[] = `
  node_modules/** .docwright/** .ssh/** .aws/** .gnupg/** .kube/** .terraform/**
  .env .env.* .envrc .npmrc .netrc .pypirc .pgpass .git-credentials .htpasswd
  *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.tfstate *.tfstate.*
  id_rsa* id_dsa* id_ecdsa* id_ed25519* credentials.json service-account*.json .DS_Store
`
  .trim()
  .split(/\s+/);

const names = neverUploaded.filter((pattern) => !pattern.endsWith('/**')).map(toExpression);
const folders = new Set(neverUploaded.flatMap((pattern) => (pattern.endsWith('/**') ? [pattern.slice(0, -3)] : [])));

/** @param path with slashes, from the root of the upload */
export function isNeverUploaded(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() ?? '';
  return segments.some((folder) => folders.has(folder)) || names.some((pattern) => pattern.test(name));
}

function toExpression(pattern: string): RegExp {
  const parts = pattern
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}

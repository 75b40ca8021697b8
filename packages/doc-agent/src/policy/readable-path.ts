import { findPathProblem } from '../paths/check-path.ts';
import { foldCase } from './compile-glob.ts';

/** Never sent to a model, even if a repository contains them: files that typically store secrets. */
const names = new Set(
  `.envrc .npmrc .yarnrc .yarnrc.yml .netrc _netrc .pypirc .git-credentials .htpasswd htpasswd .pgpass pgpass.conf .my.cnf .mylogin.cnf
   .s3cfg .boto .dockercfg .dockerconfigjson .vault-token .terraformrc terraform.rc .bash_history .zsh_history .psql_history
   .mysql_history .node_repl_history .python_history .rediscli_history id_rsa id_dsa id_ecdsa id_ed25519 id_xmss id_ecdsa_sk
   id_ed25519_sk credentials kubeconfig wallet.dat secring.gpg .htdigest .passwd .pgpass.conf .gitconfig token.json`.split(
    /\s+/,
  ),
);
const endings =
  /\.(?:env|pem|key|p8|p12|pfx|pkcs8|pkcs12|ppk|jks|jceks|bks|keystore|truststore|kdb|kdbx|keychain|keytab|agekey|gpg|pgp|ovpn|tfstate|tfvars|tfvars\.json|tfstate\.json|mobileprovision)$/;
const environment = /^\.env(?![a-z0-9])/;
const credentials =
  /^(?:(?:[a-z0-9_-]*[-_.])?(?:credentials?|secrets?|client[-_]?secrets?|service[-_]?accounts?(?:[-_]?key)?|adminsdk)(?:[-_.][a-z0-9._-]*)?|application_default_credentials)\.(?:json|ya?ml|toml|txt|xml|csv|ini|properties|conf|cfg|db|enc)$/;
const folders = new Set(['.ssh', '.aws', '.azure', '.gcloud', '.gnupg', '.git', '.kube', '.docker', '.terraform']);
/** Suffixes that editors and people add to the name of a copy. */
const copySuffix = /(?:~|\.(?:bak|backup|old|orig|save|saved|swp|swo|tmp|copy|dist|\d{1,4}))$/;
const maxCopySuffixes = 3;

/** Whether a file can be shown to a model at all. No policy can change this. */
export function isReadablePath(path: string): boolean {
  return findPathProblem(path) === undefined && !isSecret(path);
}

/** Whether a file can be a style guide: text for people that isn't withheld from models. */
export function isGuidePath(path: string): boolean {
  return /\.(?:mdx|md|txt)$/i.test(path) && isReadablePath(path);
}

function isSecret(path: string): boolean {
  // Names that any file system treats as equal are equal here.
  const segments = foldCase(path.normalize('NFKC')).split('/');
  if (segments.some((segment) => folders.has(segment) || environment.test(segment))) return true;
  let name = segments.at(-1) ?? '';
  for (let round = 0; round <= maxCopySuffixes; round++) {
    if (names.has(name) || endings.test(name) || credentials.test(name)) return true;
    name = name.replace(copySuffix, '');
  }
  return false;
}

/**
 * Keeps secrets out of log lines (promise N8). Values are removed if their field's name or their format marks them as
 * secrets. The functions work on finished text, so child loggers, errors and libraries' objects can't bypass them. This
 * is the last protection; code must not log secrets in the first place.
 */
const redacted = '[redacted]';

/** Names of fields whose value is always a secret, compared in lowercase without `-`, `_` and `.`. */
const secretNames = new Set(
  `authorization proxyauthorization cookie setcookie password passwd secret clientsecret token accesstoken refreshtoken
  idtoken sessiontoken apikey xapikey accesskey xaccesskey accesskeyid secretkey secretaccesskey privatekey signature
  webhooksignature signingsecret connectionstring databaseurl credential credentials linksecrets`.split(/\s+/),
);

/** `"name":"value"`, `"name":["…"]`, and `"name":"value"` in a JSON string. */
const jsonFields: readonly RegExp[] = [
  /("([\w.-]{1,60})":\s?)"(?:[^"\\]|\\.)*"/g,
  /("([\w.-]{1,60})":\s?)\[[^[\]{}]{0,4000}\]/g,
  /(\\"([\w.-]{1,60})\\":\s?)\\"(?:[^"\\]|\\(?!").)*\\"/g,
];

/** Secrets in text, by their prefixes. The prefix stays, to show which kind of secret was removed. */
const secretTexts: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // user:password@ in any URL.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@'"\\]{0,200}:)[^\s/@'"\\]{1,500}@/gi, `$1${redacted}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`],
  // Parameters of signed links (Docwright's and S3's), and other secrets in URLs.
  [
    /([?&](?:signature|sig|token|access_token|api_?key|key|password|secret|x-amz-(?:signature|credential|security-token))=)[^&\s"'#\\]+/gi,
    `$1${redacted}`,
  ],
  // Docwright's own keys.
  [/\b(dw_(?:pub_)?)[A-Za-z0-9]{16,}/g, `$1${redacted}`],
  // GitHub, GitLab, Slack, OpenAI, Anthropic, payment and webhook secrets, npm.
  [/\b(gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|[sr]k_live_|whsec_|npm_)[\w+/=-]{10,}/g, `$1${redacted}`],
  // Google, Amazon.
  [/\b(AIza|AKIA|ASIA)[\w-]{12,}/g, `$1${redacted}`],
  // JSON web tokens.
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, redacted],
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^"\\]|\\[^])*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=")|$)/g,
    redacted,
  ],
];

/** Returns the same text without its secrets; JSON stays valid. */
export function redactText(text: string): string {
  let result = text;
  for (const [pattern, replacement] of secretTexts) result = result.replace(pattern, replacement);
  for (const [index, pattern] of jsonFields.entries()) {
    const quote = index === 2 ? '\\"' : '"';
    result = result.replace(pattern, (whole, front: string, name: string) =>
      isSecretName(name) ? `${front}${quote}${redacted}${quote}` : whole,
    );
  }
  return result;
}

/** Whether a field's value is a secret according to its name: `password`, `newPassword`, `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_.]/g, '');
  return secretNames.has(plain) || /(?:password|secret|token|apikey|privatekey)$/.test(plain);
}

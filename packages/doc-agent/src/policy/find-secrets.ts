/**
 * Finds credentials in text that is about to be published. Checks only known key formats: guessing by entropy would
 * reject about half of all API pages.
 */
interface SecretShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

const shapes: readonly SecretShape[] = [
  { kind: 'private key', pattern: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY-----/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[opsur]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,255})\b/g },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|ptt|rt|dt)-[A-Za-z0-9_-]{20,60}/g },
  { kind: 'Slack token', pattern: /\bxox[abeprs]-[A-Za-z0-9-]{20,250}/g },
  { kind: 'Stripe live key', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,250}\b/g },
  { kind: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{30,250}/g },
  { kind: 'OpenAI key', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{40,250}/g },
  { kind: 'Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g },
  { kind: 'Docwright key', pattern: /\bdw_[A-Za-z0-9]{38}\b/g },
  {
    kind: 'JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{15,2000}\.eyJ[A-Za-z0-9_-]{15,4000}\.[A-Za-z0-9_-]{20,1000}/g,
  },
  {
    kind: 'password in a URL',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{1,100}:[^\s/:@"'<>]{6,200}@[^\s/"'<>]{3,200}/g,
  },
];

/** Values from vendors' own documentation, and obvious placeholders. */
const placeholder =
  /EXAMPLE|example|your[-_]|YOUR[-_]|xxxx|XXXX|\*\*\*|1234567890|abcdefgh|0000000|placeholder|<[^<>]*>|\{[^{}]*\}|:password@|:pass(?:wd)?@|:secret@/;

export interface SecretFinding {
  readonly kind: string;
  /** The value itself, for comparing and redacting; never shown. */
  readonly value: string;
  readonly offset: number;
}

/** Finds every credential in text; `known` contains exact values that must not appear, regardless of their format. */
export function findSecrets(text: string, known: readonly string[] = []): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const value of known) {
    if (value.length < 6) continue;
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      findings.push({ kind: 'configured secret', value, offset: at });
    }
  }
  for (const { kind, pattern } of shapes) {
    for (const match of text.matchAll(pattern)) {
      if (!placeholder.test(match[0])) findings.push({ kind, value: match[0], offset: match.index });
    }
  }
  return findings.sort((a, b) => a.offset - b.offset);
}

/** Maximum number of credentials whose copies in other formats are replaced: each takes a pass over the text. */
const maxCopiedValues = 100;

/** The text with every credential replaced by its kind. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const findings = findSecrets(text, known);
  let redacted = replaceFindings(text, findings);
  // A value that contains another value is replaced first, so that no part of it remains.
  const values = [...new Map(findings.map((finding) => [finding.value, finding.kind]))];
  for (const [value, kind] of values.sort(([a], [b]) => b.length - a.length).slice(0, maxCopiedValues)) {
    redacted = redacted.replaceAll(value, `[redacted: ${kind}]`);
  }
  return redacted;
}

/** Replaces findings. Those that overlap are replaced together, with the kind of the longest. */
function replaceFindings(text: string, findings: readonly SecretFinding[]): string {
  const ranges: { start: number; end: number; longest: SecretFinding }[] = [];
  for (const finding of findings) {
    const end = finding.offset + finding.value.length;
    const last = ranges.at(-1);
    if (last === undefined || finding.offset >= last.end) {
      ranges.push({ start: finding.offset, end, longest: finding });
      continue;
    }
    last.end = Math.max(last.end, end);
    if (finding.value.length > last.longest.value.length) last.longest = finding;
  }
  const kept = ranges.map(({ start, longest }, index) => {
    return `${text.slice(ranges[index - 1]?.end ?? 0, start)}[redacted: ${longest.kind}]`;
  });
  return kept.join('') + text.slice(ranges.at(-1)?.end ?? 0);
}

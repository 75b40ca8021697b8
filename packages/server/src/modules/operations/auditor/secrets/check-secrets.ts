import { createReadStream } from 'node:fs';
import type { AuditDeps } from '../audit-deps.ts';
import { describeFault } from '../describe-fault.ts';
import type { Findings } from '../findings.ts';
import { createSecretScan, findKeys, keyName } from './secret-scan.ts';
import { selectKeyLikeTexts, selectSecretsIn, selectTextColumns } from './secret-store.ts';

/** Checks N8: no key, credential or canary is in a log line or in any column of any table. */
export async function checkSecrets(deps: AuditDeps, findings: Findings): Promise<void> {
  for (const path of deps.logFiles) {
    findings.count('N8');
    await checkFile(deps, findings, path);
  }
  const { kysely } = deps.database;
  for (const column of await selectTextColumns(kysely)) {
    findings.count('N8');
    const subject = `${column.schema}.${column.table}.${column.name}`;
    const likely = await selectKeyLikeTexts(kysely, column);
    if (findKeys(likely.join('\n')).length > 0) findings.add('N8', subject, `a row contains ${keyName}`);
    for (const name of await selectSecretsIn(kysely, column, deps.secrets)) {
      findings.add('N8', subject, `a row contains ${name}`);
    }
  }
}

async function checkFile(deps: AuditDeps, findings: Findings, path: string): Promise<void> {
  const scan = createSecretScan(deps.secrets);
  try {
    for await (const chunk of createReadStream(path)) scan.write(chunk as Buffer);
  } catch (error) {
    findings.add('N8', path, `can't be read: ${describeFault(error)}`);
  }
  for (const name of scan.found()) findings.add('N8', path, `a line contains ${name}`);
}

/** The site and the source code that most tasks are about: a small command-line tool, written for this purpose. */
export const ferrySite: Readonly<Record<string, string>> = {
  'docs.json': `{
  "theme": "mint",
  "name": "Ferry",
  "colors": { "primary": "#1d4ed8" },
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "install"] },
      { "group": "Guides", "pages": ["guides/push", "guides/restore", "guides/tuning"] },
      { "group": "Reference", "pages": ["reference/cli", "reference/exit-codes", "changelog"] }
    ]
  },
  "redirects": [{ "source": "/setup", "destination": "/install" }]
}
`,
  'index.mdx': `---
title: "Ferry"
description: "Copies folders to object storage, and back."
---

Ferry copies a folder to a bucket and transfers only what changed. [Install it](/install), then
[push a folder](/guides/push). If transfers are slow, read [Tuning](/guides/tuning).
`,
  'install.mdx': `---
title: "Install"
description: "Install Ferry with npm."
---

Ferry needs Node.js 20 or newer.

\`\`\`bash
npm install --global ferry-sync
\`\`\`

Then store the address of your bucket:

\`\`\`bash
ferry config set bucket s3://backups
\`\`\`
`,
  'guides/push.mdx': `---
title: "Push a folder"
description: "Copy a folder to your bucket."
---

\`\`\`bash
ferry push ./photos --parallel 8
\`\`\`

Ferry compares checksums and uploads only files that changed. It uploads four files in parallel unless you set
\`--parallel\`.

## Interrupted pushes

Run the same command again: Ferry continues where it stopped. To get files back, see
[Restore files](/guides/restore#one-file).
`,
  'guides/restore.mdx': `---
title: "Restore files"
description: "Get files back from your bucket."
---

## One file

\`\`\`bash
ferry pull photos/2026/harbor.jpg
\`\`\`

## A whole folder

\`\`\`bash
ferry pull photos --parallel 8
\`\`\`

A command that finds a lock ends with [exit code 75](/reference/exit-codes).
`,
  'guides/tuning.mdx': `---
title: "Tuning"
description: "Make transfers faster."
---

On fast networks, raise \`--parallel\`. Values above 32 rarely help.

## Memory

Each parallel transfer needs 16 MB of memory. On small machines, set \`--parallel 2\`.
`,
  'reference/cli.mdx': `---
title: "Commands"
description: "All commands and options of Ferry."
---

## ferry push

Copies a folder to the bucket.

| Option | Default | Meaning |
| --- | --- | --- |
| \`--parallel\` | \`4\` | Number of files that are transferred at the same time |
| \`--retries\` | \`5\` | Number of further attempts after a failed transfer |
| \`--quiet\` | off | Prints errors only |

## ferry pull

Copies files from the bucket.

| Option | Default | Meaning |
| --- | --- | --- |
| \`--parallel\` | \`4\` | Number of files that are transferred at the same time |
| \`--overwrite\` | off | Replaces local files that are newer |

For results in scripts, see [exit codes](/reference/exit-codes).
`,
  'reference/exit-codes.mdx': `---
title: "Exit codes"
description: "How Ferry reports results to scripts."
---

| Code | Meaning |
| --- | --- |
| \`0\` | Everything was transferred |
| \`1\` | At least one file failed |
| \`75\` | Another Ferry process has locked the folder |

A lock expires 10 minutes after its process ended. To remove it earlier, run \`ferry unlock\`.
`,
  'changelog.mdx': `---
title: "Changelog"
description: "What changed in Ferry, newest first."
---

## 1.3.0

- Added \`ferry unlock\`.

## 1.2.0

- Added \`--parallel\` to \`ferry push\` and \`ferry pull\`.
`,
};

/** The repository of the tool. */
export const ferryCode: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "ferry-sync", "version": "1.3.0", "bin": { "ferry": "src/main.js" } }\n',
  'src/push.js': `import { listChanges } from './compare.js';
import { transfer } from './transfer.js';

export const pushOptions = {
  parallel: { type: 'string', default: '4' },
  retries: { type: 'string', default: '5' },
  quiet: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
};

/** Uploads the files that changed. With --dry-run, prints their paths and sizes, and uploads nothing. */
export async function push(folder, options) {
  const changes = await listChanges(folder);
  if (options['dry-run']) {
    for (const { path, bytes } of changes) console.log(\`\${path} \${bytes}\`);
    return changes.length === 0 ? 0 : 2;
  }
  return transfer(changes, { parallel: Number(options.parallel), retries: Number(options.retries) });
}
`,
  'src/transfer.js': `/** Returns the exit code: 0, or 1 if a file failed after its last attempt. */
export async function transfer(changes, { parallel, retries, upload }) {
  const waiting = [...changes];
  let failed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await attempt(() => upload(next), retries))) failed += 1;
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return failed === 0 ? 0 : 1;
}

async function attempt(run, retries) {
  for (let count = 0; count <= retries; count += 1)
    if (await run().then(() => true, () => false)) return true;
  return false;
}
`,
  'src/compare.js': `import { createHash } from 'node:crypto';

export const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
`,
};

/** The site that the tasks change: a small product manual, written for this purpose. */
export const site: Readonly<Record<string, string>> = {
  'docs.json': `{
  "theme": "mint",
  "name": "Harbour",
  "colors": { "primary": "#0a7d5a" },
  "navigation": {
    "tabs": [
      {
        "tab": "Guides",
        "groups": [
          { "group": "Start", "pages": ["index", "quickstart"] },
          {
            "group": "Operate",
            "pages": [
              "operate/backups",
              "operate/upgrade",
              { "group": "Advanced", "pages": ["operate/tuning"] }
            ]
          }
        ]
      },
      {
        "tab": "Reference",
        "groups": [{ "group": "CLI", "pages": ["reference/cli", "reference/exit-codes"] }]
      }
    ]
  },
  "navbar": {
    "links": [{ "label": "Quickstart", "href": "/quickstart" }]
  },
  "redirects": [
    { "source": "/install", "destination": "/quickstart" }
  ]
}
`,
  'index.mdx': `---
title: "Harbour"
description: "Ship containers from one command."
---

Harbour moves containers. Begin with the [quickstart](/quickstart), then set up [backups](/operate/backups#schedule).

<CardGroup cols={2}>
  <Card title="Quickstart" icon="rocket" href="/quickstart">
    Five minutes.
  </Card>
  <Card title="CLI" href="/reference/cli">Every command.</Card>
</CardGroup>
`,
  'quickstart.mdx': `---
title: Quickstart
icon: 'rocket' # shown in the sidebar
---

import Install from '/snippets/install.mdx';

<Install />

Run \`harbour up\`. Exit codes are listed in [the reference](./reference/exit-codes).

<Note>Harbour needs 2 GB of memory.</Note>
`,
  'operate/backups.mdx': `---
title: Backups
description: Keep your data safe
tags:
  - data
  - safety
---

## Schedule

Backups run nightly. To restore, see [upgrade](upgrade#rollback).

\`\`\`bash
harbour backup --to s3://bucket/harbour
\`\`\`
`,
  'operate/upgrade.mdx': `---
title: "Upgrade"
---

## Rollback

Log in to the host, then run \`harbour rollback\`. See [the CLI](../reference/cli.mdx) and [backups](./backups).
`,
  'operate/tuning.mdx': '---\ntitle: Tuning\nnoindex: true\n---\n\nMost clusters need no tuning.\n',
  'reference/cli.mdx':
    '---\ntitle: CLI\n---\n\n| Command | Meaning |\n| --- | --- |\n| `harbour up` | Start |\n| `harbour down` | Stop |\n\n[codes]: /reference/exit-codes "Exit codes"\n',
  'reference/exit-codes.mdx': '---\ntitle: Exit codes\n---\n\n`0` is success, `1` a fault. Log in again after `77`.\n',
  'snippets/install.mdx': 'Install it: `npm i -g harbour`. More in [operate](/operate/upgrade).\n',
  'package.json': '{ "name": "harbour-docs" }\n',
  '.github/workflows/check.yml': 'on: push\n',
};

/** A small site with the features of real sites: groups, links of several kinds, a snippet, an image. */
export const sampleSite: Readonly<Record<string, string>> = {
  'docs.json': `{
  "$schema": "https://example.com/docs.json",
  "theme": "mint",
  "name": "Sample",
  "colors": { "primary": "#0a7" },
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "guides/start"] },
      {
        "group": "Guides",
        "pages": [
          "guides/auth",
          "guides/limits"
        ]
      }
    ]
  },
  "navbar": { "links": [{ "label": "Start", "href": "/guides/start" }] }
}
`,
  'index.mdx': `---
title: Home
---

Read [start](/guides/start#first) and <Card title="S" href="/guides/start">it</Card>.

[limits]: /guides/limits
`,
  'guides/start.mdx': `---
title: "Start"
# keep this comment
icon: rocket
---

import Intro from '/snippets/intro.mdx';

## First

See [auth](./auth) and ![logo](../images/logo.png).

\`\`\`bash
curl /guides/start
\`\`\`
`,
  'guides/auth.mdx': '---\ntitle: Auth\n---\n\nThe colour of keys. See [back](start).\n',
  'guides/limits.mdx': '---\ntitle: Limits\n---\n\nNothing links here but the home page.\n',
  'snippets/intro.mdx': 'Begin at [start](/guides/start).\n',
  'images/logo.png': '\0png',
  '.github/workflows/ci.yml': 'on: push\n',
  'package.json': '{}\n',
  'AGENTS.md': 'Write "sign in", not "log in".\n',
};

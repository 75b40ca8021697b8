import type { Measurement } from '../run-all/measurement.ts';

/** Measurements of site builds. */
export const siteMeasurements: readonly Measurement[] = [
  {
    program: 'site-builder/measure-build.ts',
    usage: '[--pages 1000,5000] [--runs 3] [--hugo hugo,/opt/hugo] [--peers eleventy,…|all]',
    measures:
      'Cold builds compared with each given Hugo (default: the one on the PATH), Eleventy with Pagefind, Starlight, VitePress and Docusaurus (installed on demand)',
    goal: "user time at most 0.35 of Hugo's at 1,000 pages, 0.25 at 5,000",
    comparedWith: 'Hugo 0.111.3, 0.169.0',
    takes: 'minutes',
    needs: ['hugo'],
  },
  {
    program: 'site-builder/measure-rebuild.ts',
    usage: '[--pages 1000,5000] [--rounds 15] [--json]',
    measures: 'The time from an edited page to the finished archive',
    goal: '40 ms at 1,000 pages, 150 ms at 5,000',
    takes: 'a minute',
    figures: [
      { name: '1000.wallMs', label: '1,000 pages', unit: ' ms', atMost: 40 },
      { name: '5000.wallMs', label: '5,000 pages', unit: ' ms', atMost: 150 },
      { name: '1000.cpuMs', label: 'CPU', unit: ' ms' },
      { name: '5000.cpuMs', label: 'CPU', unit: ' ms' },
    ],
    comparison: { args: ['--pages', '1000', '--rounds', '6'], costs: ['1000.cpuMs'] },
  },
  {
    program: 'site-builder/measure-export.ts',
    usage: '[--pages 1000] [--folder <site>] [--images]',
    measures: "An export inside the sandbox: a project's first export, and an export after a page was edited",
    takes: 'minutes',
  },
  {
    program: 'site-builder/rebuilt-pages.ts',
    usage: '[--pages 1000] [--json]',
    measures: 'Pages that a build with a cache creates again, by kind of change',
    goal: 'a page that is moved in the navigation: the pages of its groups, whose sidebars show it (at most 60)',
    takes: 'a minute',
    figures: [
      { name: 'text of a page.written', label: 'documents written: text of a page', atMost: 1 },
      { name: 'title of a page.written', label: 'title' },
      { name: 'page moved in its group.written', label: 'page moved in its group', atMost: 60 },
      { name: 'page moved to another group.written', label: 'to another group', atMost: 60 },
      { name: 'group renamed.written', label: 'group renamed' },
      { name: 'snippet of 10 pages.written', label: 'snippet of 10 pages', atMost: 10 },
      { name: 'title of an operation.written', label: 'title of an operation' },
      { name: 'name of the site.written', label: 'name of the site' },
    ],
    comparison: {
      args: ['--pages', '500'],
      costs: [
        'text of a page.written',
        'title of a page.written',
        'page moved in its group.written',
        'page moved to another group.written',
        'group renamed.written',
        'description of an operation.written',
      ],
    },
  },
  {
    program: 'site-builder/large-site-story.ts',
    usage: '[pages=25000] [--json]',
    measures:
      'A site of 25,000 pages with default settings: `npm start`, push, first deployment, edited page, export, `docwright host`; 20 pages and a search at the edge and the host. Time, processor time and memory of each process. Fails if any step is rejected',
    goal: '3 ms of CPU per page; builder 1.5 GB; output 1 GB; edited page live after 5 s',
    takes: 'hours',
  },
  {
    program: 'site-builder/measure-check.ts',
    usage: '[--pages 1000] [--json]',
    measures: "The check of an agent's edit inside the sandbox",
    goal: '0.5 s',
    takes: 'a minute',
    figures: [
      { name: 'sameProcessMs', label: 'same process', unit: ' ms', atMost: 500 },
      { name: 'otherProcessMs', label: 'another process', unit: ' ms', atMost: 500 },
    ],
  },
  {
    program: 'site-builder/quality/find-silent-faults.ts',
    usage: '<folder>…',
    args: ['{sites}'],
    measures:
      'Incorrect output that no issue reports: raw expressions and tags, broken links, duplicate IDs, sidebars in a different order',
    takes: 'minutes',
  },
  {
    program: 'site-builder/measure-social-images.ts',
    usage: '[--pages 1000] [--json]',
    measures: 'What preview images add to a build: processor time and bytes for each, Latin and Chinese titles',
    takes: 'minutes',
  },
  {
    program: 'site-builder/check-audiences.ts',
    usage: '[--sites 500] [--seed N]',
    measures:
      'Random sites with groups at every level, each built for six readers: faults are files with content that their reader may not see, and missing visible content. Part of `npm test` with 40 sites',
    goal: '0 faults',
    takes: 'hours',
    failsIfMissed: true,
  },
  {
    program: 'site-builder/measure-audiences.ts',
    usage: '[--pages 1000] [--groups 8] [--audiences 1,8,64]',
    measures:
      'The size and build time of a bundle for each audience, and the size of one bundle with edits ([decision 105](../docs/decisions/0105-one-bundle-serves-several-audiences.md))',
    goal: '1.15 times the unrestricted site',
    takes: 'minutes',
  },
  {
    program: 'site-builder/measure-seal.ts',
    usage: '[--pages 5000] [--groups 20] [--operations 20] [--rounds 2] [--sizes]',
    measures:
      'The build time of a site with restricted pages, compared with the same site without groups ([decision 110](../docs/decisions/0110-a-sealed-build-makes-few-results.md))',
    goal: '1.15 times at 5,000 pages × 20 groups',
    takes: 'minutes',
  },
  {
    program: 'editor/compare-round-trips.ts',
    usage: '<folder>',
    args: ['docs'],
    measures: 'Pages that change if they are opened and saved, and the share of lines that visual mode edits',
    goal: '0 pages',
    takes: 'minutes',
  },
  {
    program: 'editor/many-editors.ts',
    usage: '[--editors 200,2000] [--seconds 30] [--json]',
    measures:
      'Processor time and memory of an API process with 200 editors on one page, and with 2,000 on 200 pages; a tenth of them type',
    goal: '1 core, 500 MB',
    takes: 'minutes',
    figures: [
      { name: 'no editors.megabytes', label: 'no editors', unit: ' MB' },
      { name: '200 editors.cores', label: '200 editors', unit: ' cores', atMost: 1 },
      { name: '200 editors.megabytes', label: 'memory', unit: ' MB', atMost: 500 },
      { name: '2000 editors.cores', label: '2,000 editors', unit: ' cores', atMost: 1 },
      { name: '2000 editors.megabytes', label: 'memory', unit: ' MB', atMost: 500 },
    ],
  },
  {
    program: 'highlight/measure-agreement.ts',
    usage: '<folder> [--language name]',
    args: ['docs'],
    measures: 'How often the fast lexers agree with Shiki, and the time of both',
    takes: 'minutes',
  },
  {
    program: 'openapi/measure-pages.ts',
    usage: '<folder>',
    args: ['{specifications}'],
    measures: 'Time and size of the pages of every specification in a folder',
    takes: 'minutes',
  },
];

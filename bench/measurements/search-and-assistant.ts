import type { Measurement } from '../run-all/measurement.ts';

/** Measurements of search, the assistant, and programs that read sites. */
export const answerMeasurements: readonly Measurement[] = [
  {
    program: 'agent-readers/measure-sites.ts',
    usage: '<folder of sites> [--site name] [--details]',
    args: ['{sites}'],
    measures:
      'How well programs can read real sites served by `docwright host`, according to the `afdocs` checker, installed on demand',
    goal: '95 of 100 for each site',
    comparedWith: '`afdocs` 0.22.2',
    takes: 'hours',
    needs: ['npm'],
  },
  {
    program: 'assistant/measure-answers.ts',
    usage: '<corpus> <questions.json>',
    args: ['{corpus}', '{questions}'],
    measures:
      'How often the pages that answer a question are found, the right page is quoted, and unanswerable questions are not answered',
    goal: '0.8 quoted, 0.9 unanswerable recognized',
    takes: 'minutes',
  },
  {
    program: 'assistant/measure-passages.ts',
    usage: '<folder of sites> [questions of each site = 60]',
    args: ['{sites}'],
    measures: 'How often the right section of the right page is quoted, based on the texts of links to sections',
    takes: 'minutes',
  },
  {
    program: 'assistant/measure-streaming.ts',
    usage: '[readers=100] [pages=300] [rounds=2] [--apart] [--json]',
    measures:
      'Answers of a model to many simultaneous readers at one edge: the time from the end of a sentence at the provider to its receipt, additional memory, page times during the answers (`--apart`: at another edge); processor time of edge, provider, readers and database',
    goal: 'p95 120 ms, 300 MB, pages at most 1.2 times as slow',
    takes: 'minutes',
  },
  {
    program: 'search/measure-browser.ts',
    usage: '[folder=docs] [pages=5000] [rounds=3] [--json]',
    measures:
      'Keystrokes in the search dialog, in Chromium: from the event to the results and to the frame that shows them, without a server',
    goal: 'p95 of the frame 60 ms at 5,000 pages',
    takes: 'minutes',
    needs: ['chromium'],
  },
  {
    program: 'search/measure-endpoint.ts',
    usage: '[folder=docs] [pages=1000] [queries=1000] [rounds=5] [--s3] [--json]',
    args: ['docs', '1000', '1000', '4'],
    measures:
      "Search through the discovery API and at an edge, with limits, log and database: processor time of 1,000 queries at 1,000 pages, and answers of `builtin/extracts-1`. `--s3`: bundles in Debian's Ceph",
    goal: '1,000 queries in 0.6 s of CPU',
    takes: 'minutes',
    figures: [
      { name: 'api.cpuSeconds', label: 'API', unit: ' s of CPU', atMost: 0.6 },
      { name: 'edge.cpuSeconds', label: 'edge', unit: ' s of CPU', atMost: 0.6 },
      { name: 'edge.answerP95Ms', label: 'answers at the edge, p95', unit: ' ms' },
    ],
  },
  {
    program: 'search/measure-endpoint.ts',
    usage: 'docs 5000 200 1 [--json]',
    args: ['docs', '5000', '200', '1'],
    measures:
      'The first query and letters typed into the search at 5,000 pages, through the discovery API and at an edge',
    goal: 'first query 80 ms (API) and 60 ms (edge); p95 of a letter 30 ms',
    takes: 'minutes',
    figures: [
      { name: 'api.firstQueryMs', label: 'first query, API', unit: ' ms', atMost: 80 },
      { name: 'edge.firstQueryMs', label: 'edge', unit: ' ms', atMost: 60 },
      { name: 'api.letterP95Ms', label: 'letter p95, API', unit: ' ms', atMost: 30 },
      { name: 'edge.letterP95Ms', label: 'edge', unit: ' ms', atMost: 30 },
    ],
  },
  {
    program: 'search/measure-search.ts',
    usage: '<folder> [pages]',
    args: ['docs'],
    measures: 'Time and size of the search index, and what a browser fetches before the first result',
    takes: 'minutes',
  },
  {
    program: 'search/measure-relevance.ts',
    usage:
      '<folder of sites> [--peers pagefind,minisearch,flexsearch,orama|none] [--failures] [--sites a,b] [--embeddings builtin|<base url> [--embedding-model name]]',
    args: ['{sites}'],
    measures:
      "How often the search of real sites has the right page among the first three results, by kind of question, compared with other engines, and with a model's vectors",
    goal: '0.85 overall, 0.92 with a model',
    comparedWith: 'Pagefind, MiniSearch, FlexSearch, Orama',
    takes: 'hours',
    needs: ['npm'],
  },
];

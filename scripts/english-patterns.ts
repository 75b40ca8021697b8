/** A phrase that a native technical writer would not use, and what to write instead. */
export interface EnglishPattern {
  readonly pattern: RegExp;
  readonly say: string;
  /** Whether only comments are checked, because the phrase is often ordinary English in prose. */
  readonly commentsOnly?: true;
  /** Whether the phrase is a spelling, which a test's sample page may contain. */
  readonly spelling?: true;
}

/**
 * The patterns that `npm run verify` looks for in comments, string literals, JSX text and Markdown. Each one is a habit
 * that makes a sentence need a second reading. Patterns with the `i` flag ignore case.
 */
export const englishPatterns: readonly EnglishPattern[] = [
  {
    pattern: /^Of (?:a|an|the|one|those|its|all|which|whichever|each|every|what|him|this)\b/,
    say: 'name the subject: "The … of the …"',
    commentsOnly: true,
  },
  {
    pattern: /^(?:What|Where|Who|Whose|Whom|Which|Why|Those (?:of|that)|As if) (?!.*\?)/,
    say: 'a statement with a subject: "The …", "Returns …"',
    commentsOnly: true,
  },
  { pattern: /\bundefined(?:`? (?:where|when)| of| for| as long)\b/i, say: '"`undefined` if …"', commentsOnly: true },
  {
    pattern: /\b(?:true|false|null|nothing|empty|none|absent|needed|throws(?: \w+)?) where\b/i,
    say: '"… if"',
    commentsOnly: true,
  },
  { pattern: /\bwhere (?:there|that) (?:is|are|was|were)\b/i, say: '"if … has …", "if … exists"', commentsOnly: true },
  {
    pattern: /\b(?:lies|lie) (?:in|there|below|between|before|on|over|outside|deeper)\b/i,
    say: '"is"',
    commentsOnly: true,
  },
  { pattern: /\b(?:somebody|anybody)\b/i, say: '"someone", "anyone", "the user"', commentsOnly: true },
  {
    pattern: /\btells? (?:\w+ ){1,3}apart\b|\btold apart\b|^Told\b/i,
    say: '"distinguish", "called with"',
    commentsOnly: true,
  },
  { pattern: /\bwhoever\b/i, say: '"anyone who", "the caller", "the reader"' },
  {
    pattern:
      /\b(?:he|those|somebody|someone|nobody|of|by|for|to|from|with|what|,|^)? ?\bwho (?:asks?|has|holds|may|knows?|reads|comes|sends|wants|is asked|called)\b(?! ?\?)/i,
    say: '"the caller", "anyone with …", "the reader"',
    commentsOnly: true,
  },
  { pattern: /\bwho asks\b/i, say: '"the caller"' },
  {
    pattern:
      /\bst(?:ands?|ood|anding) (?:for|in|on|beside|behind|there|at|above|below|before|under|between|by|with|as|next|alone|around|again|once|twice|first|last)\b/i,
    say: '"is", "appears", "goes"',
  },
  {
    pattern:
      /\b(?<!\bthere )(?:is|are|was|were) no (?!(?:longer|more|less|doubt|need|reason|way|such|one|other|different|fewer|better|worse|later|earlier)\b)[a-z"“`]/i,
    say: '"is not a …", "has no …"',
  },
  {
    pattern:
      /\b(?:if|because|since|unless|where|when) there (?:is|are|was|were) no (?!(?:longer|more|doubt|need|reason|way)\b)/i,
    say: '"without …", "if … has no …", "if … doesn’t exist"',
  },
  { pattern: /\b(?:is|are|was|were) none\b/i, say: '"is not one", "without one", "if it has no …"' },
  { pattern: /\b(?:goes|go|went|going) on\b/i, say: '"continues"' },
  { pattern: /\banew\b/i, say: '"again"' },
  { pattern: /\bmeanwhile\b/i, say: '"in the meantime", "while …"' },
  { pattern: /\blook-ups?\b/i, say: '"lookup"', commentsOnly: true },
  { pattern: /\bfor ever\b/i, say: '"forever"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, say: '"fix"' },
  { pattern: /\bas missing as\b/i, say: '"like a missing one"' },
  { pattern: /\b(?:of ours|of before)\b/i, say: '"our", "earlier"' },
  { pattern: /\bof (?:its|their|his|your|my|our) own\b/i, say: '"its own …"' },
  { pattern: /\bleads? (?:to|out|nowhere|there|here|through)\b/i, say: '"links to", "redirects to", "resolves to"' },
  { pattern: /\bbesides?\b/i, say: '"next to", "in addition to"' },
  {
    pattern:
      /\bbehind (?:it|the|a|an|its|each|this|that|them|their|every)\b(?! (?:[a-z-]+ )?(?:prox|load balancer|CDN|firewall))/i,
    say: '"after" (or "behind a proxy")',
  },
  { pattern: /\blook(?:s|ed|ing)? (?:at|after|through)\b/i, say: '"check", "read", "inspect"' },
  {
    pattern: /\b(?:is|are|was|were|be|been|not) told\b|\btells? (?:of|what|which|whether|who|how|that)\b/i,
    say: '"report", "notify", "distinguish"',
  },
  {
    pattern: /\bcomes? (?:in|of|from|with|to|out|back|first|last|after|again|there|here|by)\b/i,
    say: '"arrives", "follows", "is"',
    commentsOnly: true,
  },
  {
    pattern: /\b(?:is|are|was|were) (?:taken|given|held|kept|made) (?:of|by|to|from|with|as|for|in|at|on|out|back)\b/i,
    say: '"accepted", "passed", "stored", "created"',
    commentsOnly: true,
  },
  { pattern: /\bNobody (?:may|can|gives|takes|holds|knows|has)\b/, say: '"You can’t …", "No one can …"' },
  { pattern: /\be-mails?\b/i, say: '"email"', spelling: true },
  {
    pattern:
      /\b(?:colour|behaviour|favour|honour|neighbour|licence|catalogue|centre|cancelled by us|recognis|organis|normalis|serialis|initialis|optimis|summaris|sanitis)(?:s|ed|e|es|ing|er|ers|ation|ations)?\b/i,
    say: 'American spelling',
    spelling: true,
  },
  { pattern: /\d %(?! \d)/, say: 'no space before %' },
  { pattern: /\beverybody\b/i, say: '"everyone", "all readers"', commentsOnly: true },
  { pattern: /\bfor good\b(?! reason)/i, say: '"permanently"' },
  { pattern: /\ball the same\b(?! (?:size|length|kind|age))/i, say: '"still"', commentsOnly: true },
  { pattern: /\bbrings? along\b/i, say: '"provides"' },
  { pattern: /\bis worth nothing\b/i, say: '"is invalid"' },
  {
    pattern: /\b(?:have|has|had) (?:at most|up to|about|at least|more than) [\d,.]+ ?(?:bytes|[kKMG]i?B)\b/,
    say: '"is at most … bytes", "is larger than …"',
  },
  {
    pattern: /\b(?:time|day|session|refusal|transaction|turn|lease)s? (?:that )?(?:is|are|was|were) over\b/i,
    say: '"has ended", "has expired"',
  },
  { pattern: /\b(?:break|broke)s?(?:ing)? off\b/i, say: '"is interrupted", "ends"' },
  { pattern: /\b(?:the case that|(?:any|some)thing else than)\b/i, say: '"the case where", "anything other than"' },
  { pattern: /\bthe disabling of\b|\bmay (?:open|read|see|use|write) none\b/i, say: '"disables", "can’t … any"' },
  // Not `wrapped`, because each rule of a list begins a line.
  {
    pattern: /[.:;)]\x20[A-Z]\d{1,2}(?:\x20\x20[A-Z`]|\n)/,
    say: 'a line for each numbered rule',
    commentsOnly: true,
  },
  {
    pattern: /[^\s*]\x20@(?:param|returns|throws)\b[^\n]*\n/,
    say: 'a line for each tag, unless the comment is one line',
    commentsOnly: true,
  },
  {
    pattern:
      /\b(?:per|a|each) (?:second|minute|hour|day|month) and (?:organization|project|site|address|key|person|core|network)\b/i,
    say: '"per hour for each project", "per second per core"',
  },
  { pattern: /\bchanges of (?:the (?:same|text)|different|its|their|frontmatter)\b/i, say: '"changes to"' },
  { pattern: /, or not (?:in time|at that|with this)\b/i, say: 'a complete alternative: "or responded too late"' },
  {
    pattern: /(?:^|, )(?:whatever|whichever|wherever)\b/i,
    say: '"regardless of …", "no matter which …"',
    spelling: true,
  },
  {
    pattern:
      /\bhowever (?:it|its|they|their|the|an?|often|many|much|long|few|late|old|well|fast|slow|small|large|deep|narrow|short|\w+ly)\b/,
    say: '"no matter how …"',
    spelling: true,
  },
  { pattern: /\bnow and then every\b/, say: '"immediately, and then every …"' },
  {
    pattern:
      /\b[Cc]hanges? of (?:a |an |the |an? \w+’s |the \w+’s )?(?:text|line|file|settings?|code|rules|mode|navigation|site|checkbox|branch|base path|(?:other|another) project)\b/,
    say: '"change to …"',
    commentsOnly: true,
  },
  { pattern: /\b(?:an)?other (?!words)\w+ than\b/, say: '"a different … from", "… other than"', spelling: true },
  { pattern: /\banswer(?:s|ed)? [1-5]\d\d\b/, say: '"responds with 401"', spelling: true },
  { pattern: /\bper (?:month|visitor|page|user|client|person) and \w+/, say: '"per visitor per day"', spelling: true },
  { pattern: /\bstops? being served\b/, say: '"is offline", "is no longer served"' },
  { pattern: /\b(?:inside|outside) of\b/i, say: '"inside", "outside"' },
  { pattern: /\bnothing of (?:the|an?|its?|another)\b/i, say: '"no part of …", "nothing in …", "nothing from …"' },
  {
    pattern: /\bsome (?:hundred|thousand|dozen|\d[\d,.]*)\b(?! of)/i,
    say: '"about …", "a few hundred", "several hundred"',
  },
  { pattern: /\d\s?[kMGT]?i?B large\b/, say: '"is … MB", "has … MB"' },
  { pattern: /\b(?:changes|commits|drafts|jobs|threads|words) of others\b/i, say: '"other people’s …", "others’ …"' },
  { pattern: /\blimits? of (?:concurrent|open|stored|waiting)\b/i, say: '"limit on …"' },
  { pattern: /, also (?:if|without)\b/i, say: '"even if …", "with or without …"' },
  { pattern: /\bwith which (?:error|result|status)\b/i, say: '"with what result"' },
  { pattern: /\b(?:is|as|only|each|around) a part of\b/i, say: '"part of"', spelling: true },
  { pattern: /\bby now\b/i, say: '"now", "already"', commentsOnly: true },
  { pattern: /\bfrom here on\b/i, say: '"from this point on"' },
  { pattern: /\bin front of the (?:line|name|path|text|word)/i, say: '"before"' },
  { pattern: /\bmissing in (?:the|its|their)\b/i, say: '"missing from"' },
  { pattern: /\b(?:an?|each|every|no|one) mail\b(?! (?:host|server))/i, say: '"email"' },
  { pattern: /\bcontinue to (?:type|write)\b/i, say: '"continue typing", "continue writing"' },
  { pattern: /\b(?:has|have|without) (?:no )?barriers\b/i, say: '"is accessible"' },
  {
    pattern: /\b(?:(?:the|this|these|those|public|whole) \w+|words|pages|readers|links) only\b(?=[.,;:])/i,
    say: '"only" before the word that it limits',
  },
];

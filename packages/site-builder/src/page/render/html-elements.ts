const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements of HTML, SVG and MathML that a page may write. */
export const htmlElements = words(
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr track u ul var video wbr center font big strike tt nobr ' +
    'svg g path circle rect line polyline polygon ellipse text tspan defs use symbol linearGradient radialGradient stop clipPath mask pattern image foreignObject marker filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset feDropShadow animate animateTransform animateMotion desc math mi mn mo mrow msup msub mfrac msqrt mtext',
);

export const voidElements = words('area base br col embed hr img input link meta param source track wbr');

/** Elements with only phrasing content: a paragraph inside them is unwrapped. */
export const phrasingContainers = words(
  'p h1 h2 h3 h4 h5 h6 span a b i em strong small label button summary code sub sup u s del ins mark kbd abbr cite q time dt legend caption figcaption',
);

/** Elements that a page must not open: they belong to the document around it. */
export const documentElements = words('html head body base title meta');

/** Elements whose text is not HTML. */
export const rawTextElements = words('script style');

export const blockTag =
  /<(?:div|p|ul|ol|dl|table|pre|section|article|aside|details|figure|h[1-6]|blockquote|hr|form|header|footer|nav|main|fieldset|dw-(?!island)[\w-]+)[\s>]/;

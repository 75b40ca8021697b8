/** Denials in a description ("it doesn't exist any more"), which don't forbid anything. */
export const described =
  /\b(?:it|they|that|this|there|we|users|people|readers|nobody|no one|which|who|page|section|feature|link) (?:is|are|was|were|does|do|did|has|have|had|can|could|will)(?:n['’]t| not)\b|\b(?:it|that|this|there)['’]s not\b|\b(?:they|we)['’]re not\b|\b(?:is|are|was|were|does|do|has|have|can)(?:n['’]t| not| no longer)\b|\b(?:and|but) not (?=\w+ing\b)|\bno longer\b|\bany ?more\b|\b(?:nobody|no one) (?:uses|reads|needs)\b|\b(?:sounds?|looks?|feels?|seems?) like\b|\bkeeps? (?=\w+ing\b)/gi;

/** Words that may forbid, delay or restrict a request, or show that it is a quotation. */
const decisive =
  /\b(?:if|unless|until|till|when|whenever|once|after|before|wait|hold|later|soon|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next|eventually|some ?day|maybe|perhaps|might|may|whether|not|no|never|nope|none|nothing|nowhere|except|but|only|without|instead|skip|keep|leave|ignore|disregard|forget|cancel(?:led)?|undo|undid|revert(?:ed)?|scratch|stop|kidding|joke|rather|either|or|same|similar|like|example|quoted?|saying|said|says|wrote|written|asked|told|suppose|someone|somebody|draft|todo|wip|lol|also|respectively|second|above|below|see|comments?|test(?:ing)?|experiment|approv\w+|agree\w*|decid\w+|discuss\w*|plan\w*|propos\w+|reject\w+|ask|sure|great|dare|german|french|spanish|version only)\b|n['’]t\b|[?!#>|<{}~`;]|:\)|[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]|\p{Extended_Pictographic}/iu;

export const isHarmless = (text: string): boolean => !decisive.test(text);

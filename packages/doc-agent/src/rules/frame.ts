/** The sentences around the words of a request, in the most common languages of requests. */
export interface Frame {
  readonly notUnderstood: string;
  readonly proposal: string;
  readonly leftOut: string;
  readonly rest: string;
  readonly note: string;
  readonly setModel: string;
}

const where = '`docwright models set`';

const frames = {
  en: {
    notUnderstood: "Nothing was changed, because this wasn't understood:",
    proposal: 'This is the closest request that the rules understand. Nothing is done unless you send it:',
    leftOut: 'Left out:',
    rest: 'The rest was understood. To make only these changes, send this as a follow-up:',
    note: 'Note:',
    setModel: `A language model reads free text. An administrator can set one on the project's *Model* tab or with ${where}.`,
  },
  de: {
    notUnderstood: 'Nichts wurde geändert, weil dies nicht verstanden wurde:',
    proposal: 'So wurde es beinahe verstanden. Nichts davon geschieht, bevor Sie es senden:',
    leftOut: 'Weggelassen:',
    rest: 'Der Rest wurde verstanden. Um nur diese Änderungen zu machen, senden Sie dies:',
    note: 'Hinweis:',
    setModel: `Anfragen in freier Sprache liest ein Sprachmodell. Administratoren legen es im Reiter *Model* des Projekts oder mit ${where} fest.`,
  },
  fr: {
    notUnderstood: 'Rien n’a été modifié, car ceci n’a pas été compris :',
    proposal: 'Voici ce qui a presque été compris. Rien n’est fait avant que vous ne l’envoyiez :',
    leftOut: 'Laissé de côté :',
    rest: 'Le reste a été compris. Pour ne faire que ces modifications, envoyez ceci :',
    note: 'Remarque :',
    setModel: `Un modèle de langage lit le texte libre. Un administrateur le choisit dans l’onglet *Model* du projet ou avec ${where}.`,
  },
  es: {
    notUnderstood: 'No se ha cambiado nada, porque esto no se ha entendido:',
    proposal: 'Esto es lo que casi se ha entendido. No se hace nada hasta que lo envíe:',
    leftOut: 'Se ha omitido:',
    rest: 'El resto se ha entendido. Para hacer solo estos cambios, envíe esto:',
    note: 'Nota:',
    setModel: `Un modelo de lenguaje lee texto libre. Un administrador lo elige en la pestaña *Model* del proyecto o con ${where}.`,
  },
  zh: {
    notUnderstood: '未作任何更改，因为无法理解以下内容：',
    proposal: '大致理解为以下请求。发送之前不会执行：',
    leftOut: '未包含：',
    rest: '其余部分已理解。若只需进行这些更改，请发送：',
    note: '注意：',
    setModel: `自由文本需要语言模型。管理员可在项目的 *Model* 标签页或用 ${where} 设置。`,
  },
  ja: {
    notUnderstood: '次の内容を理解できなかったため、何も変更していません：',
    proposal: 'おおよそ次のように理解しました。送信するまで実行されません：',
    leftOut: '含まれていない部分：',
    rest: '残りは理解できました。これらの変更だけを行うには、次を送信してください：',
    note: '注意：',
    setModel: `自由な文章には言語モデルが必要です。管理者がプロジェクトの *Model* タブまたは ${where} で設定できます。`,
  },
} as const satisfies Readonly<Record<string, Frame>>;

/** Frequent words that English sentences about documentation don't contain. */
const words: readonly (readonly [keyof typeof frames, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['de', /(?<!\p{L})(?:bitte|und|der|das|nicht|auf|mit|eine?n?|für|ist|seite|ändern?|durch)(?!\p{L})/giu],
  ['fr', /(?<!\p{L})(?:le|la|les|des|une?|est|pas|pour|dans|sur|avec|remplacer?z?|veuillez|merci|page)(?!\p{L})/giu],
  ['es', /(?<!\p{L})(?:el|la|los|las|una?|por|favor|para|con|página|cambiar?|en|del?|que)(?!\p{L})/giu],
];

/** The frame in the language of a request: English unless two words of another language appear outside its quotes. */
export function chooseFrame(prompt: string): Frame {
  const text = prompt
    .replaceAll(/"[^"\n]*"|`[^`\n]*`|“[^“”\n]*”|«[^«»\n]*»/g, ' ')
    .replaceAll(/\S+/g, (word) => (word.includes('/') ? ' ' : word));
  const [best] = words
    .map(([language, pattern]) => {
      const isScript = !pattern.global;
      const found = isScript ? (pattern.test(text) ? Infinity : 0) : new Set(text.toLowerCase().match(pattern)).size;
      return { language, found };
    })
    .filter(({ language, found }) => found >= (language === 'fr' || language === 'es' ? 3 : 2))
    .sort((a, b) => b.found - a.found);
  return frames[best?.language ?? 'en'];
}

/** The sentences of an answer that no page says, in the languages that readers' pages are in. */
export interface AnswerTexts {
  readonly extracts: string;
  readonly unanswered: string;
  readonly failed: string;
  readonly cut: string;
  /** Before the links to what is near. */
  readonly nearest: string;
}

const texts: Readonly<Record<string, AnswerTexts>> = {
  en: {
    extracts: 'This is what the pages say:',
    unanswered: 'The pages of this site don’t say.',
    failed: 'The assistant can’t answer at the moment. This is what the pages say:',
    cut: 'The answer was cut off here.',
    nearest: 'These pages come nearest:',
  },
  de: {
    extracts: 'Das steht auf den Seiten:',
    unanswered: 'Dazu steht auf den Seiten nichts.',
    failed: 'Der Assistent kann gerade nicht antworten. Das steht auf den Seiten:',
    cut: 'Die Antwort ist hier abgebrochen.',
    nearest: 'Diese Seiten kommen dem am nächsten:',
  },
  fr: {
    extracts: 'Voici ce que disent les pages :',
    unanswered: 'Les pages de ce site ne le disent pas.',
    failed: 'L’assistant ne peut pas répondre pour le moment. Voici ce que disent les pages :',
    cut: 'La réponse s’est interrompue ici.',
    nearest: 'Les pages les plus proches :',
  },
  es: {
    extracts: 'Esto es lo que dicen las páginas:',
    unanswered: 'Las páginas de este sitio no lo dicen.',
    failed: 'El asistente no puede responder en este momento. Esto es lo que dicen las páginas:',
    cut: 'La respuesta se interrumpió aquí.',
    nearest: 'Las páginas más cercanas:',
  },
  pt: {
    extracts: 'Isto é o que as páginas dizem:',
    unanswered: 'As páginas deste site não o dizem.',
    failed: 'O assistente não pode responder no momento. Isto é o que as páginas dizem:',
    cut: 'A resposta foi interrompida aqui.',
    nearest: 'As páginas mais próximas:',
  },
  ja: {
    extracts: 'ページには次のように書かれています。',
    unanswered: 'このサイトのページには書かれていません。',
    failed: '現在アシスタントは回答できません。ページには次のように書かれています。',
    cut: '回答はここで中断されました。',
    nearest: '最も近いページ:',
  },
  zh: {
    extracts: '页面内容如下：',
    unanswered: '本站页面没有说明这一点。',
    failed: '助手暂时无法回答。页面内容如下：',
    cut: '回答在此中断。',
    nearest: '最接近的页面：',
  },
};

const english = texts['en'] as AnswerTexts;

/** @param language BCP 47 */
export function answerTexts(language: string): AnswerTexts {
  const key = language.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(texts, key) ? (texts[key] ?? english) : english;
}

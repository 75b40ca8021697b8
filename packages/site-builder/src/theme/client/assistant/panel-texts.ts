export interface PanelTexts {
  readonly title: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly retry: string;
  readonly copy: string;
  readonly copied: string;
  readonly newThread: string;
  readonly close: string;
  readonly about: string;
  readonly working: string;
  readonly failed: string;
  readonly greeting: string;
  readonly good: string;
  readonly bad: string;
  /** `{days}` stands for their number. */
  readonly kept: string;
  readonly off: string;
}

const keys =
  'title placeholder send stop retry copy copied newThread close about working failed greeting good bad kept off'.split(
    ' ',
  );

/** One line a language, in the order of the keys. */
const words: Readonly<Record<string, string>> = {
  en: 'Ask the docs|Ask a question…|Send|Stop|Try again|Copy|Copied|New thread|Close|About the selection|Reading the pages…|There is no answer at the moment.|Answers come from the pages of this site, with links to where they stand.|Good answer|Bad answer|Questions and answers are kept for {days} days, without who asked.|The assistant is switched off.',
  de: 'Die Doku fragen|Frage stellen…|Senden|Anhalten|Noch einmal|Kopieren|Kopiert|Neues Gespräch|Schließen|Zur Auswahl|Seiten werden gelesen…|Im Moment gibt es keine Antwort.|Antworten kommen von den Seiten dieser Doku, mit Links zu den Stellen.|Gute Antwort|Schlechte Antwort|Fragen und Antworten werden {days} Tage aufbewahrt, ohne wer gefragt hat.|Der Assistent ist abgeschaltet.',
  fr: 'Interroger la doc|Posez une question…|Envoyer|Arrêter|Réessayer|Copier|Copié|Nouvelle discussion|Fermer|À propos de la sélection|Lecture des pages…|Pas de réponse pour le moment.|Les réponses viennent des pages de ce site, avec des liens vers leur source.|Bonne réponse|Mauvaise réponse|Questions et réponses sont conservées {days} jours, sans leur auteur.|L’assistant est désactivé.',
  es: 'Preguntar a la documentación|Haz una pregunta…|Enviar|Detener|Reintentar|Copiar|Copiado|Nueva conversación|Cerrar|Sobre la selección|Leyendo las páginas…|No hay respuesta en este momento.|Las respuestas vienen de las páginas de este sitio, con enlaces a su origen.|Buena respuesta|Mala respuesta|Las preguntas y respuestas se guardan {days} días, sin quién preguntó.|El asistente está desactivado.',
  ja: 'ドキュメントに質問|質問を入力…|送信|停止|再試行|コピー|コピーしました|新しいスレッド|閉じる|選択範囲について|ページを読んでいます…|現在回答できません。|回答はこのサイトのページに基づき、該当箇所へのリンクが付きます。|良い回答|悪い回答|質問と回答は、質問者を記録せずに{days}日間保存されます。|アシスタントは無効になっています。',
  zh: '询问文档|输入问题…|发送|停止|重试|复制|已复制|新对话|关闭|关于所选内容|正在阅读页面…|暂时无法回答。|回答来自本站页面，并附有出处链接。|回答有用|回答无用|问题和回答会保留 {days} 天，不记录提问者。|助手已关闭。',
  ar: 'اسأل التوثيق|اطرح سؤالًا…|إرسال|إيقاف|إعادة المحاولة|نسخ|تم النسخ|محادثة جديدة|إغلاق|حول التحديد|تُقرأ الصفحات…|لا توجد إجابة حاليًا.|تأتي الإجابات من صفحات هذا الموقع مع روابط إلى مواضعها.|إجابة جيدة|إجابة سيئة|تُحفظ الأسئلة والأجوبة {days} يومًا دون هوية السائل.|المساعد متوقف.',
};

/** @param language BCP 47; English where there are no words */
export function panelTexts(language: string): PanelTexts {
  const line = words[language.toLowerCase().split('-')[0] ?? ''] ?? words['en'] ?? '';
  const values = line.split('|');
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? key])) as unknown as PanelTexts;
}

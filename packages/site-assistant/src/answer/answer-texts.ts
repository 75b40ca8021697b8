/** The fixed sentences of an answer, in the languages of readers' pages. */
export interface AnswerTexts {
  readonly extracts: string;
  readonly unanswered: string;
  /** Shown before `extracts` or `nearest`. */
  readonly failed: string;
  readonly cut: string;
  /** Shown before the links to the most similar pages. */
  readonly nearest: string;
}

const texts: Readonly<Record<string, AnswerTexts>> = {
  en: {
    extracts: 'This is what the pages say:',
    unanswered: 'The pages of this site don’t answer that.',
    failed: 'The assistant can’t answer at the moment.',
    cut: 'The answer was cut off here.',
    nearest: 'The nearest matches:',
  },
  de: {
    extracts: 'Das steht auf den Seiten:',
    unanswered: 'Dazu steht auf den Seiten nichts.',
    failed: 'Der Assistent kann gerade nicht antworten.',
    cut: 'Die Antwort ist hier abgebrochen.',
    nearest: 'Diese Seiten kommen dem am nächsten:',
  },
  fr: {
    extracts: 'Voici ce que disent les pages :',
    unanswered: 'Les pages de ce site ne le disent pas.',
    failed: 'L’assistant ne peut pas répondre pour le moment.',
    cut: 'La réponse s’est interrompue ici.',
    nearest: 'Les pages les plus proches :',
  },
  es: {
    extracts: 'Esto es lo que dicen las páginas:',
    unanswered: 'Las páginas de este sitio no lo dicen.',
    failed: 'El asistente no puede responder en este momento.',
    cut: 'La respuesta se interrumpió aquí.',
    nearest: 'Las páginas más cercanas:',
  },
  pt: {
    extracts: 'Isto é o que as páginas dizem:',
    unanswered: 'As páginas deste site não o dizem.',
    failed: 'O assistente não pode responder no momento.',
    cut: 'A resposta foi interrompida aqui.',
    nearest: 'As páginas mais próximas:',
  },
  ja: {
    extracts: 'ページには次のように書かれています。',
    unanswered: 'このサイトのページには書かれていません。',
    failed: '現在アシスタントは回答できません。',
    cut: '回答はここで中断されました。',
    nearest: '最も近いページ:',
  },
  zh: {
    extracts: '页面内容如下：',
    unanswered: '本站页面没有说明这一点。',
    failed: '助手暂时无法回答。',
    cut: '回答在此中断。',
    nearest: '最接近的页面：',
  },
  it: {
    extracts: 'Questo è ciò che dicono le pagine:',
    unanswered: 'Le pagine di questo sito non lo dicono.',
    failed: 'L’assistente non può rispondere al momento.',
    cut: 'La risposta si è interrotta qui.',
    nearest: 'Le pagine più vicine:',
  },
  nl: {
    extracts: 'Dit zeggen de pagina’s:',
    unanswered: 'De pagina’s van deze site zeggen dat niet.',
    failed: 'De assistent kan op dit moment niet antwoorden.',
    cut: 'Het antwoord is hier afgebroken.',
    nearest: 'Deze pagina’s komen het dichtst in de buurt:',
  },
  pl: {
    extracts: 'Oto co mówią strony:',
    unanswered: 'Strony tej witryny o tym nie mówią.',
    failed: 'Asystent nie może teraz odpowiedzieć.',
    cut: 'Odpowiedź została tu przerwana.',
    nearest: 'Najbliższe temu strony:',
  },
  tr: {
    extracts: 'Sayfalarda şöyle yazıyor:',
    unanswered: 'Bu sitenin sayfalarında bununla ilgili bir şey yok.',
    failed: 'Asistan şu anda yanıt veremiyor.',
    cut: 'Yanıt burada kesildi.',
    nearest: 'En yakın sayfalar:',
  },
  ru: {
    extracts: 'Вот что говорят страницы:',
    unanswered: 'На страницах этого сайта об этом не сказано.',
    failed: 'Ассистент сейчас не может ответить.',
    cut: 'Ответ здесь прервался.',
    nearest: 'Ближе всего эти страницы:',
  },
  uk: {
    extracts: 'Ось що кажуть сторінки:',
    unanswered: 'На сторінках цього сайту про це не сказано.',
    failed: 'Асистент зараз не може відповісти.',
    cut: 'Відповідь тут перервалася.',
    nearest: 'Найближчі сторінки:',
  },
  ko: {
    extracts: '페이지에는 다음과 같이 나와 있습니다.',
    unanswered: '이 사이트의 페이지에는 나와 있지 않습니다.',
    failed: '지금은 어시스턴트가 답변할 수 없습니다.',
    cut: '답변이 여기서 중단되었습니다.',
    nearest: '가장 가까운 페이지:',
  },
  ar: {
    extracts: 'هذا ما تقوله الصفحات:',
    unanswered: 'لا تذكر صفحات هذا الموقع ذلك.',
    failed: 'لا يستطيع المساعد الإجابة حاليًا.',
    cut: 'انقطعت الإجابة هنا.',
    nearest: 'أقرب الصفحات إلى سؤالك:',
  },
  he: {
    extracts: 'זה מה שכתוב בדפים:',
    unanswered: 'בדפי האתר הזה זה לא כתוב.',
    failed: 'העוזר אינו יכול לענות כרגע.',
    cut: 'התשובה נקטעה כאן.',
    nearest: 'הדפים הקרובים ביותר:',
  },
  id: {
    extracts: 'Inilah yang tertulis di halaman:',
    unanswered: 'Halaman situs ini tidak menyebutkannya.',
    failed: 'Asisten tidak dapat menjawab saat ini.',
    cut: 'Jawaban terputus di sini.',
    nearest: 'Halaman yang paling mendekati:',
  },
  vi: {
    extracts: 'Các trang viết như sau:',
    unanswered: 'Các trang của website này không nói đến điều đó.',
    failed: 'Trợ lý hiện không thể trả lời.',
    cut: 'Câu trả lời bị ngắt ở đây.',
    nearest: 'Những trang gần nhất:',
  },
  hi: {
    extracts: 'पृष्ठों में यह लिखा है:',
    unanswered: 'इस साइट के पृष्ठों में यह नहीं लिखा है।',
    failed: 'सहायक अभी उत्तर नहीं दे सकता।',
    cut: 'उत्तर यहीं रुक गया।',
    nearest: 'सबसे निकट के पृष्ठ:',
  },
};

const english = texts['en'] as AnswerTexts;

/** Returns the texts in a language, or in English. @param language BCP 47 */
export function answerTexts(language: string): AnswerTexts {
  const key = language.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(texts, key) ? (texts[key] ?? english) : english;
}

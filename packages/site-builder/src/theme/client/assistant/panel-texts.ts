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
  /** A template for `durationText`. */
  readonly kept: string;
  readonly off: string;
  /** A template for `durationText`. */
  readonly limited: string;
  readonly earlier: string;
  readonly remove: string;
}

const keys =
  'title placeholder send stop retry copy copied newThread close about working failed greeting good bad kept off limited earlier remove'.split(
    ' ',
  );

/**
 * One line per language, in the order of the keys. `{duration}` is a number with its unit in the plural form of the
 * language. `{days}` and `{seconds}` are only the number; their unit is abbreviated or is the same for all numbers.
 */
const words: Readonly<Record<string, string>> = {
  en: 'Ask the docs|Ask a question…|Send|Stop|Try again|Copy|Copied|New thread|Close|About the selection|Reading the pages…|No answer is available at the moment.|Answers come from the pages of this site, with links.|Good answer|Bad answer|Questions and answers are stored for {duration}, without your identity.|The assistant is switched off.|Too many questions at once. Try again in {duration}.|History|Delete',
  de: 'Die Doku fragen|Frage stellen…|Senden|Anhalten|Noch einmal|Kopieren|Kopiert|Neues Gespräch|Schließen|Zur Auswahl|Seiten werden gelesen…|Im Moment gibt es keine Antwort.|Antworten kommen von den Seiten dieser Doku, mit Links zu den Stellen.|Gute Antwort|Schlechte Antwort|Fragen und Antworten werden {duration} aufbewahrt, ohne wer gefragt hat.|Der Assistent ist abgeschaltet.|Zu viele Fragen auf einmal. In {duration} geht es weiter.|Verlauf|Löschen',
  fr: 'Interroger la doc|Posez une question…|Envoyer|Arrêter|Réessayer|Copier|Copié|Nouvelle discussion|Fermer|À propos de la sélection|Lecture des pages…|Pas de réponse pour le moment.|Les réponses viennent des pages de ce site, avec des liens vers leur source.|Bonne réponse|Mauvaise réponse|Questions et réponses sont conservées {duration}, sans leur auteur.|L’assistant est désactivé.|Trop de questions à la fois. Réessayez dans {duration}.|Historique|Supprimer',
  es: 'Preguntar a la documentación|Haz una pregunta…|Enviar|Detener|Reintentar|Copiar|Copiado|Nueva conversación|Cerrar|Sobre la selección|Leyendo las páginas…|No hay respuesta en este momento.|Las respuestas vienen de las páginas de este sitio, con enlaces a su origen.|Buena respuesta|Mala respuesta|Las preguntas y respuestas se guardan {duration}, sin quién preguntó.|El asistente está desactivado.|Demasiadas preguntas seguidas. Inténtalo de nuevo en {duration}.|Historial|Eliminar',
  ja: 'ドキュメントに質問|質問を入力…|送信|停止|再試行|コピー|コピーしました|新しいスレッド|閉じる|選択範囲について|ページを読んでいます…|現在回答できません。|回答はこのサイトのページに基づき、該当箇所へのリンクが付きます。|良い回答|悪い回答|質問と回答は、質問者を記録せずに{days}日間保存されます。|アシスタントは無効になっています。|質問が多すぎます。{seconds}秒後にもう一度お試しください。|履歴|削除',
  zh: '询问文档|输入问题…|发送|停止|重试|复制|已复制|新对话|关闭|关于所选内容|正在阅读页面…|暂时无法回答。|回答来自本站页面，并附有出处链接。|回答有用|回答无用|问题和回答会保留 {days} 天，不记录提问者。|助手已关闭。|提问过于频繁，请在 {seconds} 秒后重试。|历史|删除',
  ar: 'اسأل التوثيق|اطرح سؤالًا…|إرسال|إيقاف|إعادة المحاولة|نسخ|تم النسخ|محادثة جديدة|إغلاق|حول التحديد|تُقرأ الصفحات…|لا توجد إجابة حاليًا.|تأتي الإجابات من صفحات هذا الموقع مع روابط إلى مواضعها.|إجابة جيدة|إجابة سيئة|تُحفظ الأسئلة والأجوبة {duration} دون هوية السائل.|المساعد متوقف.|أسئلة كثيرة دفعة واحدة. حاول مجددًا بعد {duration}.|السجل|حذف',
  it: 'Chiedi alla documentazione|Fai una domanda…|Invia|Ferma|Riprova|Copia|Copiato|Nuova conversazione|Chiudi|Sulla selezione|Lettura delle pagine…|Al momento non c’è una risposta.|Le risposte vengono dalle pagine di questo sito, con link alla fonte.|Buona risposta|Risposta scadente|Domande e risposte sono conservate per {duration}, senza chi le ha poste.|L’assistente è disattivato.|Troppe domande in una volta. Riprova tra {duration}.|Cronologia|Elimina',
  pt: 'Perguntar à documentação|Faça uma pergunta…|Enviar|Parar|Tentar novamente|Copiar|Copiado|Nova conversa|Fechar|Sobre a seleção|Lendo as páginas…|Não há resposta no momento.|As respostas vêm das páginas deste site, com links para a origem.|Boa resposta|Má resposta|Perguntas e respostas são guardadas por {duration}, sem quem perguntou.|O assistente está desativado.|Perguntas demais de uma vez. Tente novamente em {duration}.|Histórico|Excluir',
  nl: 'Vraag het de documentatie|Stel een vraag…|Verzenden|Stoppen|Opnieuw proberen|Kopiëren|Gekopieerd|Nieuw gesprek|Sluiten|Over de selectie|Pagina’s worden gelezen…|Er is op dit moment geen antwoord.|Antwoorden komen van de pagina’s van deze site, met links naar de bron.|Goed antwoord|Slecht antwoord|Vragen en antwoorden worden {duration} bewaard, zonder wie ze stelde.|De assistent is uitgeschakeld.|Te veel vragen tegelijk. Probeer het over {duration} opnieuw.|Geschiedenis|Verwijderen',
  pl: 'Zapytaj dokumentację|Zadaj pytanie…|Wyślij|Zatrzymaj|Spróbuj ponownie|Kopiuj|Skopiowano|Nowa rozmowa|Zamknij|O zaznaczeniu|Czytanie stron…|W tej chwili nie ma odpowiedzi.|Odpowiedzi pochodzą ze stron tej witryny, z linkami do źródeł.|Dobra odpowiedź|Zła odpowiedź|Pytania i odpowiedzi są przechowywane przez {days} dni, bez danych pytającego.|Asystent jest wyłączony.|Zbyt wiele pytań naraz. Spróbuj ponownie za {seconds} s.|Historia|Usuń',
  tr: 'Belgelere sorun|Bir soru sorun…|Gönder|Durdur|Yeniden dene|Kopyala|Kopyalandı|Yeni konuşma|Kapat|Seçim hakkında|Sayfalar okunuyor…|Şu anda yanıt yok.|Yanıtlar bu sitenin sayfalarından, kaynaklarına bağlantılarla gelir.|İyi yanıt|Kötü yanıt|Sorular ve yanıtlar, soranın kimliği olmadan {days} gün saklanır.|Asistan kapalı.|Aynı anda çok fazla soru. {seconds} saniye sonra yeniden deneyin.|Geçmiş|Sil',
  ru: 'Спросить документацию|Задайте вопрос…|Отправить|Остановить|Ещё раз|Копировать|Скопировано|Новый диалог|Закрыть|О выделенном|Читаю страницы…|Сейчас ответа нет.|Ответы берутся со страниц этого сайта, со ссылками на источник.|Хороший ответ|Плохой ответ|Вопросы и ответы хранятся {days} дн., без сведений о том, кто спросил.|Ассистент отключён.|Слишком много вопросов сразу. Повторите через {seconds} с.|История|Удалить',
  uk: 'Запитати документацію|Поставте запитання…|Надіслати|Зупинити|Ще раз|Копіювати|Скопійовано|Новий діалог|Закрити|Про виділене|Читаю сторінки…|Зараз відповіді немає.|Відповіді беруться зі сторінок цього сайту, з посиланнями на джерело.|Гарна відповідь|Погана відповідь|Запитання й відповіді зберігаються {days} дн., без відомостей про того, хто запитав.|Асистента вимкнено.|Забагато запитань одночасно. Спробуйте через {seconds} с.|Історія|Видалити',
  ko: '문서에 질문하기|질문을 입력하세요…|보내기|중지|다시 시도|복사|복사됨|새 대화|닫기|선택 영역에 대해|페이지를 읽는 중…|지금은 답변할 수 없습니다.|답변은 이 사이트의 페이지에서 나오며 출처 링크가 붙습니다.|좋은 답변|나쁜 답변|질문과 답변은 질문한 사람을 기록하지 않고 {days}일 동안 보관됩니다.|어시스턴트가 꺼져 있습니다.|질문이 너무 많습니다. {seconds}초 후에 다시 시도하세요.|기록|삭제',
  he: 'שאלו את התיעוד|שאלו שאלה…|שליחה|עצירה|ניסיון נוסף|העתקה|הועתק|שיחה חדשה|סגירה|על הבחירה|קורא את הדפים…|אין תשובה כרגע.|התשובות מגיעות מדפי האתר הזה, עם קישורים למקור.|תשובה טובה|תשובה גרועה|שאלות ותשובות נשמרות {duration}, בלי מי ששאל.|העוזר כבוי.|יותר מדי שאלות בבת אחת. נסו שוב בעוד {duration}.|היסטוריה|מחיקה',
  id: 'Tanya dokumentasi|Ajukan pertanyaan…|Kirim|Hentikan|Coba lagi|Salin|Tersalin|Percakapan baru|Tutup|Tentang pilihan ini|Membaca halaman…|Saat ini tidak ada jawaban.|Jawaban berasal dari halaman situs ini, dengan tautan ke sumbernya.|Jawaban bagus|Jawaban buruk|Pertanyaan dan jawaban disimpan {days} hari, tanpa identitas penanya.|Asisten dimatikan.|Terlalu banyak pertanyaan sekaligus. Coba lagi dalam {seconds} detik.|Riwayat|Hapus',
  vi: 'Hỏi tài liệu|Đặt câu hỏi…|Gửi|Dừng|Thử lại|Sao chép|Đã sao chép|Cuộc trò chuyện mới|Đóng|Về phần đã chọn|Đang đọc các trang…|Hiện chưa có câu trả lời.|Câu trả lời lấy từ các trang của website này, kèm liên kết tới nguồn.|Câu trả lời tốt|Câu trả lời chưa tốt|Câu hỏi và câu trả lời được lưu {days} ngày, không kèm người hỏi.|Trợ lý đang tắt.|Quá nhiều câu hỏi cùng lúc. Hãy thử lại sau {seconds} giây.|Lịch sử|Xóa',
  hi: 'दस्तावेज़ से पूछें|प्रश्न पूछें…|भेजें|रोकें|फिर कोशिश करें|कॉपी करें|कॉपी हो गया|नई बातचीत|बंद करें|चयन के बारे में|पृष्ठ पढ़े जा रहे हैं…|अभी कोई उत्तर नहीं है।|उत्तर इस साइट के पृष्ठों से, स्रोत के लिंक सहित आते हैं।|अच्छा उत्तर|खराब उत्तर|प्रश्न और उत्तर {days} दिन रखे जाते हैं, पूछने वाले की पहचान के बिना।|सहायक बंद है।|एक साथ बहुत अधिक प्रश्न। {seconds} सेकंड बाद फिर कोशिश करें।|इतिहास|हटाएँ',
};

/** @param language BCP 47; English if the labels aren't translated */
export function panelTexts(language: string): PanelTexts {
  const values = (words[translatedFrom(language)] ?? '').split('|');
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? key])) as unknown as PanelTexts;
}

/** @param template `PanelTexts.kept` or `limited` */
export function durationText(template: string, value: number, unit: 'day' | 'second', language: string): string {
  const format = new Intl.NumberFormat(translatedFrom(language), { style: 'unit', unit, unitDisplay: 'long' });
  return template.replace(`{${unit}s}`, String(value)).replace('{duration}', () => format.format(value));
}

/** Returns the language of the labels for `language`. */
function translatedFrom(language: string): string {
  const base = language.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(words, base) ? base : 'en';
}

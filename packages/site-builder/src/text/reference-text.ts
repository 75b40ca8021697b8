/** Labels of built-in components in the page's language. */
export type ReferenceWord = 'required' | 'deprecated' | 'standard' | 'example';

/** The labels of fields and of API pages, in the language of the page. */
export interface ReferenceText {
  readonly authorizations: string;
  readonly pathParameters: string;
  readonly queryParameters: string;
  readonly headers: string;
  readonly cookies: string;
  readonly body: string;
  readonly response: string;
  readonly responses: string;
  readonly callbacks: string;
  readonly attributes: string;
  readonly servers: string;
  readonly parameters: string;
  readonly messagesYouSend: string;
  readonly messagesYouReceive: string;
  readonly messages: string;
  readonly required: string;
  readonly deprecated: string;
  readonly standard: string;
  readonly example: string;
  readonly oneOfSeveral: string;
  readonly request: string;
  readonly tryIt: string;
  readonly options: string;
  readonly children: string;
  readonly readOnly: string;
  readonly writeOnly: string;
  readonly not: string;
  readonly scopes: string;
  readonly describedAbove: string;
  readonly toldApartBy: string;
  /** A variant of a schema that has no name; `{n}` is its number. */
  readonly variant: string;
}

const KEYS = [
  'authorizations',
  'pathParameters',
  'queryParameters',
  'headers',
  'cookies',
  'body',
  'response',
  'responses',
  'callbacks',
  'attributes',
  'servers',
  'parameters',
  'messagesYouSend',
  'messagesYouReceive',
  'messages',
  'required',
  'deprecated',
  'standard',
  'example',
  'oneOfSeveral',
  'request',
  'tryIt',
  'options',
  'children',
  'readOnly',
  'writeOnly',
  'not',
  'scopes',
  'describedAbove',
  'toldApartBy',
  'variant',
] as const satisfies readonly (keyof ReferenceText)[];

/** One line per language, in the order of `KEYS`. */
const WORDS = {
  en: 'Authorizations|Path parameters|Query parameters|Headers|Cookies|Body|Response|Responses|Callbacks|Attributes|Servers|Parameters|Messages you send|Messages you receive|Messages|required|deprecated|default|Example|one of several|Request|Try it|Available options|Child attributes|read-only|write-only|Not|Scopes|described above|Distinguished by|Option {n}',
  de: 'Autorisierung|Pfadparameter|Abfrageparameter|Header|Cookies|Body|Antwort|Antworten|Callbacks|Attribute|Server|Parameter|Gesendete Nachrichten|Empfangene Nachrichten|Nachrichten|erforderlich|veraltet|Standard|Beispiel|eines von mehreren|Anfrage|Ausprobieren|Mögliche Werte|Untergeordnete Attribute|nur lesbar|nur schreibbar|Nicht|Scopes|oben beschrieben|Unterschieden durch|Option {n}',
  es: 'Autorización|Parámetros de ruta|Parámetros de consulta|Encabezados|Cookies|Cuerpo|Respuesta|Respuestas|Callbacks|Atributos|Servidores|Parámetros|Mensajes que envías|Mensajes que recibes|Mensajes|obligatorio|obsoleto|predeterminado|Ejemplo|uno de varios|Solicitud|Probar|Opciones disponibles|Atributos secundarios|solo lectura|solo escritura|No|Ámbitos|descrito arriba|Se distinguen por|Opción {n}',
  fr: 'Autorisations|Paramètres de chemin|Paramètres de requête|En-têtes|Cookies|Corps|Réponse|Réponses|Callbacks|Attributs|Serveurs|Paramètres|Messages envoyés|Messages reçus|Messages|requis|obsolète|par défaut|Exemple|au choix|Requête|Essayer|Valeurs possibles|Attributs enfants|lecture seule|écriture seule|Sauf|Portées|décrit plus haut|Distingués par|Option {n}',
  it: 'Autorizzazioni|Parametri del percorso|Parametri di query|Intestazioni|Cookie|Corpo|Risposta|Risposte|Callback|Attributi|Server|Parametri|Messaggi inviati|Messaggi ricevuti|Messaggi|obbligatorio|deprecato|predefinito|Esempio|uno tra diversi|Richiesta|Prova|Opzioni disponibili|Attributi figli|sola lettura|sola scrittura|Non|Ambiti|descritto sopra|Distinti da|Opzione {n}',
  pt: 'Autorizações|Parâmetros de caminho|Parâmetros de consulta|Cabeçalhos|Cookies|Corpo|Resposta|Respostas|Callbacks|Atributos|Servidores|Parâmetros|Mensagens enviadas|Mensagens recebidas|Mensagens|obrigatório|obsoleto|padrão|Exemplo|uma entre várias|Solicitação|Experimentar|Opções disponíveis|Atributos filhos|somente leitura|somente gravação|Não|Escopos|descrito acima|Diferenciados por|Opção {n}',
  nl: 'Autorisatie|Padparameters|Queryparameters|Headers|Cookies|Body|Antwoord|Antwoorden|Callbacks|Attributen|Servers|Parameters|Verzonden berichten|Ontvangen berichten|Berichten|verplicht|verouderd|standaard|Voorbeeld|een van meerdere|Verzoek|Proberen|Beschikbare opties|Onderliggende attributen|alleen lezen|alleen schrijven|Niet|Scopes|hierboven beschreven|Onderscheiden door|Optie {n}',
  pl: 'Autoryzacja|Parametry ścieżki|Parametry zapytania|Nagłówki|Ciasteczka|Treść|Odpowiedź|Odpowiedzi|Wywołania zwrotne|Atrybuty|Serwery|Parametry|Wysyłane wiadomości|Odbierane wiadomości|Wiadomości|wymagane|przestarzałe|domyślnie|Przykład|jedno z kilku|Żądanie|Wypróbuj|Dostępne opcje|Atrybuty podrzędne|tylko do odczytu|tylko do zapisu|Nie|Zakresy|opisane powyżej|Rozróżniane przez|Opcja {n}',
  tr: 'Yetkilendirme|Yol parametreleri|Sorgu parametreleri|Başlıklar|Çerezler|Gövde|Yanıt|Yanıtlar|Geri çağrılar|Öznitelikler|Sunucular|Parametreler|Gönderilen iletiler|Alınan iletiler|İletiler|gerekli|kullanımdan kalktı|varsayılan|Örnek|birkaçından biri|İstek|Dene|Kullanılabilir seçenekler|Alt öznitelikler|salt okunur|salt yazılır|Değil|Kapsamlar|yukarıda açıklandı|Ayırt eden alan|Seçenek {n}',
  ru: 'Авторизация|Параметры пути|Параметры запроса|Заголовки|Cookie|Тело|Ответ|Ответы|Обратные вызовы|Атрибуты|Серверы|Параметры|Отправляемые сообщения|Получаемые сообщения|Сообщения|обязательно|устарело|по умолчанию|Пример|одно из нескольких|Запрос|Попробовать|Допустимые значения|Дочерние атрибуты|только чтение|только запись|Кроме|Области доступа|описано выше|Различаются по|Вариант {n}',
  uk: 'Авторизація|Параметри шляху|Параметри запиту|Заголовки|Cookie|Тіло|Відповідь|Відповіді|Зворотні виклики|Атрибути|Сервери|Параметри|Повідомлення, що надсилаються|Повідомлення, що отримуються|Повідомлення|обов’язково|застаріло|за замовчуванням|Приклад|одне з кількох|Запит|Спробувати|Допустимі значення|Дочірні атрибути|лише читання|лише запис|Крім|Області доступу|описано вище|Розрізняються за|Варіант {n}',
  zh: '授权|路径参数|查询参数|请求头|Cookie|请求体|响应|响应|回调|属性|服务器|参数|发送的消息|接收的消息|消息|必填|已弃用|默认值|示例|任选其一|请求|试一试|可用选项|子属性|只读|只写|不可为|权限范围|见上文|区分字段|选项 {n}',
  ja: '認証|パスパラメータ|クエリパラメータ|ヘッダー|Cookie|ボディ|レスポンス|レスポンス|コールバック|属性|サーバー|パラメータ|送信メッセージ|受信メッセージ|メッセージ|必須|非推奨|デフォルト|例|いずれか|リクエスト|試す|利用可能な値|子属性|読み取り専用|書き込み専用|不可|スコープ|上記を参照|判別フィールド|選択肢 {n}',
  ko: '인증|경로 매개변수|쿼리 매개변수|헤더|쿠키|본문|응답|응답|콜백|속성|서버|매개변수|보내는 메시지|받는 메시지|메시지|필수|지원 중단|기본값|예시|여럿 중 하나|요청|사용해 보기|사용 가능한 값|하위 속성|읽기 전용|쓰기 전용|제외|범위|위에서 설명함|구분 필드|옵션 {n}',
  ar: 'التفويض|معلمات المسار|معلمات الاستعلام|الترويسات|ملفات تعريف الارتباط|المحتوى|الاستجابة|الاستجابات|الاستدعاءات الراجعة|السمات|الخوادم|المعلمات|الرسائل المرسلة|الرسائل المستلمة|الرسائل|مطلوب|مهمل|الافتراضي|مثال|أحد الخيارات|الطلب|جرّب|الخيارات المتاحة|السمات الفرعية|للقراءة فقط|للكتابة فقط|ليس|النطاقات|موصوف أعلاه|يُميَّز حسب|الخيار {n}',
  he: 'הרשאות|פרמטרי נתיב|פרמטרי שאילתה|כותרות|עוגיות|גוף|תשובה|תשובות|קריאות חוזרות|מאפיינים|שרתים|פרמטרים|הודעות שנשלחות|הודעות שמתקבלות|הודעות|חובה|הוצא משימוש|ברירת מחדל|דוגמה|אחד מכמה|בקשה|נסו|אפשרויות זמינות|מאפייני בן|לקריאה בלבד|לכתיבה בלבד|לא|היקפים|תואר למעלה|מובחן לפי|אפשרות {n}',
  id: 'Otorisasi|Parameter path|Parameter query|Header|Cookie|Body|Respons|Respons|Callback|Atribut|Server|Parameter|Pesan yang dikirim|Pesan yang diterima|Pesan|wajib|usang|bawaan|Contoh|salah satu|Permintaan|Coba|Pilihan yang tersedia|Atribut turunan|hanya baca|hanya tulis|Bukan|Cakupan|dijelaskan di atas|Dibedakan oleh|Opsi {n}',
  vi: 'Xác thực|Tham số đường dẫn|Tham số truy vấn|Header|Cookie|Nội dung|Phản hồi|Phản hồi|Callback|Thuộc tính|Máy chủ|Tham số|Tin nhắn gửi đi|Tin nhắn nhận được|Tin nhắn|bắt buộc|không dùng nữa|mặc định|Ví dụ|một trong nhiều|Yêu cầu|Dùng thử|Giá trị cho phép|Thuộc tính con|chỉ đọc|chỉ ghi|Không phải|Phạm vi|đã mô tả ở trên|Phân biệt theo|Tùy chọn {n}',
  hi: 'प्राधिकरण|पथ पैरामीटर|क्वेरी पैरामीटर|हेडर|कुकी|बॉडी|प्रतिक्रिया|प्रतिक्रियाएँ|कॉलबैक|विशेषताएँ|सर्वर|पैरामीटर|भेजे गए संदेश|प्राप्त संदेश|संदेश|आवश्यक|अप्रचलित|डिफ़ॉल्ट|उदाहरण|कई में से एक|अनुरोध|आज़माएँ|उपलब्ध विकल्प|उप-विशेषताएँ|केवल पठन|केवल लेखन|नहीं|स्कोप|ऊपर वर्णित|इससे पहचाना जाता है|विकल्प {n}',
} as const;

const texts: ReadonlyMap<string, ReferenceText> = new Map(
  Object.entries(WORDS).map(([language, line]) => [language, toText(line)]),
);

/**
 * The English headings, from which IDs are derived in every language, so that links to a section work in all languages.
 */
export const englishReference: ReferenceText = toText(WORDS.en);

/** Returns the labels for a BCP 47 tag, in English if they aren't translated. */
export function referenceText(language: string | undefined): ReferenceText {
  return texts.get(language?.toLowerCase().split(/[-_]/)[0] ?? 'en') ?? englishReference;
}

function toText(line: string): ReferenceText {
  const words = line.split('|');
  // Every line has a word for each key; the test of this file counts them.
  return Object.fromEntries(KEYS.map((key, index) => [key, words[index] ?? key])) as unknown as ReferenceText;
}

/** Labels of the page's menu and of the bar's selectors, in the language of the page. */
const KEYS = [
  'copyNote',
  'viewMarkdown',
  'viewNote',
  'savePdf',
  'savePdfNote',
  'askNote',
  'openIn',
  'openInNote',
  'copyMcp',
  'copyMcpNote',
  'copyMcpCommand',
  'connectTo',
  'connectToNote',
  'product',
  'language',
  'version',
  'section',
] as const;

export type MenuWords = Readonly<Record<(typeof KEYS)[number], string>>;

/** One line per language, in the order of `KEYS`; `{name}` is a product's name. */
const lines = {
  en: 'Copy this page as Markdown|View as Markdown|Open this page as plain text|Save as PDF|Print this page or save it|Ask about this page|Open in {name}|Ask questions about this page|Copy MCP server|Copy the server’s address|Copy MCP install command|Connect to {name}|Install the MCP server in {name}|Product|Language|Version|Section',
  de: 'Diese Seite als Markdown kopieren|Als Markdown ansehen|Diese Seite als Text öffnen|Als PDF speichern|Diese Seite drucken oder speichern|Zu dieser Seite fragen|In {name} öffnen|Fragen zu dieser Seite stellen|MCP-Server kopieren|Adresse des Servers kopieren|MCP-Installationsbefehl kopieren|Mit {name} verbinden|Den MCP-Server in {name} installieren|Produkt|Sprache|Version|Bereich',
  es: 'Copiar esta página como Markdown|Ver como Markdown|Abrir esta página como texto sin formato|Guardar como PDF|Imprimir o guardar esta página|Preguntar sobre esta página|Abrir en {name}|Hacer preguntas sobre esta página|Copiar servidor MCP|Copiar la dirección del servidor|Copiar comando de instalación MCP|Conectar con {name}|Instalar el servidor MCP en {name}|Producto|Idioma|Versión|Sección',
  fr: 'Copier cette page au format Markdown|Afficher en Markdown|Ouvrir cette page en texte brut|Enregistrer en PDF|Imprimer ou enregistrer cette page|Poser une question sur cette page|Ouvrir dans {name}|Poser des questions sur cette page|Copier le serveur MCP|Copier l’adresse du serveur|Copier la commande d’installation MCP|Connecter à {name}|Installer le serveur MCP dans {name}|Produit|Langue|Version|Section',
  it: 'Copia questa pagina in Markdown|Visualizza in Markdown|Apri questa pagina come testo semplice|Salva come PDF|Stampa o salva questa pagina|Chiedi di questa pagina|Apri in {name}|Fai domande su questa pagina|Copia server MCP|Copia l’indirizzo del server|Copia comando di installazione MCP|Collega a {name}|Installa il server MCP in {name}|Prodotto|Lingua|Versione|Sezione',
  pt: 'Copiar esta página como Markdown|Ver como Markdown|Abrir esta página como texto simples|Salvar como PDF|Imprimir ou salvar esta página|Perguntar sobre esta página|Abrir no {name}|Fazer perguntas sobre esta página|Copiar servidor MCP|Copiar o endereço do servidor|Copiar comando de instalação do MCP|Conectar ao {name}|Instalar o servidor MCP no {name}|Produto|Idioma|Versão|Seção',
  nl: 'Deze pagina als Markdown kopiëren|Als Markdown bekijken|Deze pagina als platte tekst openen|Opslaan als pdf|Deze pagina afdrukken of opslaan|Een vraag over deze pagina stellen|Openen in {name}|Vragen over deze pagina stellen|MCP-server kopiëren|Adres van de server kopiëren|MCP-installatieopdracht kopiëren|Verbinden met {name}|De MCP-server in {name} installeren|Product|Taal|Versie|Sectie',
  pl: 'Kopiuj tę stronę jako Markdown|Wyświetl jako Markdown|Otwórz tę stronę jako zwykły tekst|Zapisz jako PDF|Wydrukuj lub zapisz tę stronę|Zapytaj o tę stronę|Otwórz w {name}|Zadaj pytania o tę stronę|Kopiuj serwer MCP|Kopiuj adres serwera|Kopiuj polecenie instalacji MCP|Połącz z {name}|Zainstaluj serwer MCP w {name}|Produkt|Język|Wersja|Sekcja',
  tr: 'Bu sayfayı Markdown olarak kopyala|Markdown olarak görüntüle|Bu sayfayı düz metin olarak aç|PDF olarak kaydet|Bu sayfayı yazdır veya kaydet|Bu sayfa hakkında sor|{name} ile aç|Bu sayfa hakkında soru sor|MCP sunucusunu kopyala|Sunucunun adresini kopyala|MCP kurulum komutunu kopyala|{name} bağlantısı kur|MCP sunucusunu {name} içine kur|Ürün|Dil|Sürüm|Bölüm',
  ru: 'Скопировать эту страницу в Markdown|Открыть в Markdown|Открыть эту страницу как обычный текст|Сохранить в PDF|Напечатать или сохранить эту страницу|Спросить об этой странице|Открыть в {name}|Задать вопросы об этой странице|Копировать сервер MCP|Копировать адрес сервера|Копировать команду установки MCP|Подключить к {name}|Установить сервер MCP в {name}|Продукт|Язык|Версия|Раздел',
  uk: 'Скопіювати цю сторінку як Markdown|Переглянути як Markdown|Відкрити цю сторінку як звичайний текст|Зберегти як PDF|Надрукувати або зберегти цю сторінку|Запитати про цю сторінку|Відкрити в {name}|Поставити запитання про цю сторінку|Копіювати сервер MCP|Копіювати адресу сервера|Копіювати команду встановлення MCP|Підключити до {name}|Встановити сервер MCP у {name}|Продукт|Мова|Версія|Розділ',
  zh: '将此页面复制为 Markdown|以 Markdown 查看|以纯文本打开此页面|另存为 PDF|打印或保存此页面|询问此页面|在 {name} 中打开|就此页面提问|复制 MCP 服务器|复制服务器地址|复制 MCP 安装命令|连接到 {name}|在 {name} 中安装 MCP 服务器|产品|语言|版本|栏目',
  ja: 'このページを Markdown としてコピー|Markdown で表示|このページをプレーンテキストで開く|PDF として保存|このページを印刷または保存|このページについて質問|{name} で開く|このページについて質問する|MCP サーバーをコピー|サーバーのアドレスをコピー|MCP のインストールコマンドをコピー|{name} に接続|{name} に MCP サーバーをインストール|製品|言語|バージョン|セクション',
  ko: '이 페이지를 Markdown으로 복사|Markdown으로 보기|이 페이지를 일반 텍스트로 열기|PDF로 저장|이 페이지를 인쇄하거나 저장|이 페이지에 대해 질문|{name}에서 열기|이 페이지에 대해 질문하기|MCP 서버 복사|서버 주소 복사|MCP 설치 명령 복사|{name}에 연결|{name}에 MCP 서버 설치|제품|언어|버전|섹션',
  ar: 'نسخ هذه الصفحة بصيغة Markdown|عرض بصيغة Markdown|فتح هذه الصفحة كنص عادي|حفظ بصيغة PDF|طباعة هذه الصفحة أو حفظها|اسأل عن هذه الصفحة|فتح في {name}|اطرح أسئلة عن هذه الصفحة|نسخ خادم MCP|نسخ عنوان الخادم|نسخ أمر تثبيت MCP|الاتصال بـ {name}|تثبيت خادم MCP في {name}|المنتج|اللغة|الإصدار|القسم',
  he: 'העתקת דף זה כ־Markdown|הצגה כ־Markdown|פתיחת דף זה כטקסט רגיל|שמירה כ־PDF|הדפסה או שמירה של דף זה|לשאול על דף זה|פתיחה ב־{name}|לשאול שאלות על דף זה|העתקת שרת MCP|העתקת כתובת השרת|העתקת פקודת ההתקנה של MCP|חיבור אל {name}|התקנת שרת MCP ב־{name}|מוצר|שפה|גרסה|מדור',
  id: 'Salin halaman ini sebagai Markdown|Lihat sebagai Markdown|Buka halaman ini sebagai teks biasa|Simpan sebagai PDF|Cetak atau simpan halaman ini|Tanya tentang halaman ini|Buka di {name}|Ajukan pertanyaan tentang halaman ini|Salin server MCP|Salin alamat server|Salin perintah instalasi MCP|Hubungkan ke {name}|Pasang server MCP di {name}|Produk|Bahasa|Versi|Bagian',
  vi: 'Sao chép trang này dưới dạng Markdown|Xem dưới dạng Markdown|Mở trang này dưới dạng văn bản thuần|Lưu thành PDF|In hoặc lưu trang này|Hỏi về trang này|Mở trong {name}|Đặt câu hỏi về trang này|Sao chép máy chủ MCP|Sao chép địa chỉ máy chủ|Sao chép lệnh cài đặt MCP|Kết nối với {name}|Cài đặt máy chủ MCP trong {name}|Sản phẩm|Ngôn ngữ|Phiên bản|Mục',
  hi: 'इस पृष्ठ को Markdown के रूप में कॉपी करें|Markdown के रूप में देखें|इस पृष्ठ को सादे पाठ के रूप में खोलें|PDF के रूप में सहेजें|इस पृष्ठ को प्रिंट करें या सहेजें|इस पृष्ठ के बारे में पूछें|{name} में खोलें|इस पृष्ठ के बारे में प्रश्न पूछें|MCP सर्वर कॉपी करें|सर्वर का पता कॉपी करें|MCP इंस्टॉल कमांड कॉपी करें|{name} से कनेक्ट करें|{name} में MCP सर्वर इंस्टॉल करें|उत्पाद|भाषा|संस्करण|अनुभाग',
} as const;

export const menuLanguages: readonly string[] = Object.keys(lines);

const words: ReadonlyMap<string, MenuWords> = new Map(
  Object.entries(lines).map(([language, line]) => [language, toWords(line)]),
);
const english = toWords(lines.en);

/** @param language BCP 47; English for a language without words */
export function menuWords(language: string): MenuWords {
  return words.get(language.toLowerCase().split('-')[0] ?? 'en') ?? english;
}

function toWords(line: string): MenuWords {
  const own = line.split('|');
  // Every line has a word for each key; a test counts them.
  return Object.fromEntries(KEYS.map((key, index) => [key, own[index] ?? key])) as MenuWords;
}

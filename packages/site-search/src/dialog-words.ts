import { baseLanguage } from './engine/language.ts';

/**
 * The labels of the dialog in languages other than English, in the order of `client/texts.ts`. A page includes only its
 * own language, because all languages together would be a tenth of the script.
 */
const rows: Readonly<Record<string, string>> = {
  de: 'Suche|Suchbegriff eingeben|Keine Ergebnisse für „{q}“|one={n} Ergebnis;{n} Ergebnisse|Der Suchindex konnte nicht geladen werden|Schließen|Letzte Suchen|Meinten Sie „{q}“?|Den Assistenten fragen: „{q}“|Suchen in|Alle',
  fr: 'Rechercher|Saisissez votre recherche|Aucun résultat pour « {q} »|one={n} résultat;{n} résultats|L’index de recherche n’a pas pu être chargé|Fermer|Recherches récentes|Vouliez-vous dire « {q} » ?|Demander à l’assistant : « {q} »|Rechercher dans|Tout',
  es: 'Buscar|Escribe para buscar|Sin resultados para «{q}»|one={n} resultado;{n} resultados|No se pudo cargar el índice de búsqueda|Cerrar|Búsquedas recientes|¿Quisiste decir «{q}»?|Preguntar al asistente: «{q}»|Buscar en|Todo',
  pt: 'Pesquisar|Digite para pesquisar|Nenhum resultado para “{q}”|one={n} resultado;{n} resultados|Não foi possível carregar o índice|Fechar|Pesquisas recentes|Você quis dizer “{q}”?|Perguntar ao assistente: “{q}”|Pesquisar em|Tudo',
  it: 'Cerca|Digita per cercare|Nessun risultato per “{q}”|one={n} risultato;{n} risultati|Impossibile caricare l’indice di ricerca|Chiudi|Ricerche recenti|Forse cercavi “{q}”?|Chiedi all’assistente: “{q}”|Cerca in|Tutto',
  ru: 'Поиск|Введите запрос|Ничего не найдено: «{q}»|one={n} результат;few={n} результата;many={n} результатов;{n} результата|Не удалось загрузить индекс|Закрыть|Недавние запросы|Возможно, вы имели в виду «{q}»?|Спросить ассистента: «{q}»|Искать в|Всё',
  ja: '検索|キーワードを入力|「{q}」の結果はありません|{n} 件の結果|検索インデックスを読み込めませんでした|閉じる|最近の検索|もしかして「{q}」|アシスタントに聞く:「{q}」|検索対象|すべて',
  zh: '搜索|输入关键词|没有找到“{q}”的结果|{n} 条结果|无法加载搜索索引|关闭|最近搜索|您要找的是“{q}”吗?|询问助手:“{q}”|搜索范围|全部',
  ko: '검색|검색어를 입력하세요|“{q}”에 대한 결과가 없습니다|결과 {n}개|검색 색인을 불러올 수 없습니다|닫기|최근 검색|“{q}”을(를) 찾으셨나요?|어시스턴트에게 묻기: “{q}”|검색 범위|전체',
  nl: 'Zoeken|Typ om te zoeken|Geen resultaten voor “{q}”|one={n} resultaat;{n} resultaten|De zoekindex kon niet worden geladen|Sluiten|Recente zoekopdrachten|Bedoelde u “{q}”?|Vraag de assistent: “{q}”|Zoeken in|Alles',
  pl: 'Szukaj|Wpisz, czego szukasz|Brak wyników dla „{q}”|one={n} wynik;few={n} wyniki;many={n} wyników;{n} wyniku|Nie udało się wczytać indeksu|Zamknij|Ostatnie wyszukiwania|Czy chodziło o „{q}”?|Zapytaj asystenta: „{q}”|Szukaj w|Wszystko',
  tr: 'Ara|Aramak için yazın|“{q}” için sonuç yok|{n} sonuç|Arama dizini yüklenemedi|Kapat|Son aramalar|Bunu mu demek istediniz: “{q}”?|Asistana sor: “{q}”|Şurada ara|Tümü',
  uk: 'Пошук|Введіть запит|Нічого не знайдено: «{q}»|one={n} результат;few={n} результати;many={n} результатів;{n} результату|Не вдалося завантажити індекс|Закрити|Недавні запити|Можливо, ви мали на увазі «{q}»?|Запитати асистента: «{q}»|Шукати в|Усе',
  ar: 'بحث|اكتب للبحث|لا نتائج لـ «{q}»|one=نتيجة واحدة;two=نتيجتان;few={n} نتائج;many={n} نتيجة;{n} نتيجة|تعذّر تحميل فهرس البحث|إغلاق|عمليات بحث سابقة|هل تقصد «{q}»؟|اسأل المساعد عن «{q}»|ابحث في|الكل',
  he: 'חיפוש|הקלידו כדי לחפש|אין תוצאות עבור „{q}”|one=תוצאה אחת;two=שתי תוצאות;{n} תוצאות|לא ניתן לטעון את אינדקס החיפוש|סגירה|חיפושים אחרונים|האם התכוונתם ל„{q}”?|לשאול את העוזר: „{q}”|חיפוש בתוך|הכול',
  id: 'Cari|Ketik untuk mencari|Tidak ada hasil untuk “{q}”|{n} hasil|Indeks pencarian tidak dapat dimuat|Tutup|Pencarian terakhir|Maksud Anda “{q}”?|Tanya asisten: “{q}”|Cari di|Semua',
  vi: 'Tìm kiếm|Nhập để tìm|Không có kết quả cho “{q}”|{n} kết quả|Không tải được chỉ mục tìm kiếm|Đóng|Tìm kiếm gần đây|Có phải bạn muốn tìm “{q}”?|Hỏi trợ lý: “{q}”|Tìm trong|Tất cả',
  hi: 'खोजें|खोजने के लिए लिखें|“{q}” के लिए कोई परिणाम नहीं|{n} परिणाम|खोज सूचकांक लोड नहीं हो सका|बंद करें|हाल की खोजें|क्या आपका मतलब “{q}” था?|सहायक से पूछें: “{q}”|इसमें खोजें|सभी',
};

/** @param language BCP 47 @returns `undefined` if the dialog's own English labels are used */
export function dialogWords(language: string): string | undefined {
  const name = baseLanguage(language);
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** The few words of the dialog, by language of the page. */
export interface SearchTexts {
  readonly label: string;
  readonly empty: string;
  readonly none: string;
  readonly count: string;
  readonly failed: string;
  readonly close: string;
}

// label | type to search | nothing found | {n} results | failed | close
const rows: Readonly<Record<string, string>> = {
  en: 'Search|Type to search|No results for “{q}”|{n} results|The search index could not be loaded|Close',
  de: 'Suche|Suchbegriff eingeben|Keine Ergebnisse für „{q}“|{n} Ergebnisse|Der Suchindex konnte nicht geladen werden|Schließen',
  fr: 'Rechercher|Saisissez votre recherche|Aucun résultat pour « {q} »|{n} résultats|L’index de recherche n’a pas pu être chargé|Fermer',
  es: 'Buscar|Escribe para buscar|Sin resultados para «{q}»|{n} resultados|No se pudo cargar el índice de búsqueda|Cerrar',
  pt: 'Pesquisar|Digite para pesquisar|Nenhum resultado para “{q}”|{n} resultados|Não foi possível carregar o índice|Fechar',
  it: 'Cerca|Digita per cercare|Nessun risultato per “{q}”|{n} risultati|Impossibile caricare l’indice di ricerca|Chiudi',
  ru: 'Поиск|Введите запрос|Ничего не найдено: «{q}»|Результатов: {n}|Не удалось загрузить индекс|Закрыть',
  ja: '検索|キーワードを入力|「{q}」の結果はありません|{n} 件の結果|検索インデックスを読み込めませんでした|閉じる',
  zh: '搜索|输入关键词|没有找到“{q}”的结果|{n} 条结果|无法加载搜索索引|关闭',
  ko: '검색|검색어를 입력하세요|“{q}”에 대한 결과가 없습니다|결과 {n}개|검색 색인을 불러올 수 없습니다|닫기',
};

const aliases: Readonly<Record<string, string>> = { jp: 'ja', cn: 'zh' };

export function searchTexts(language: string): SearchTexts {
  const base = language.toLowerCase().split('-')[0] ?? '';
  const name = aliases[base] ?? base;
  const [label = '', empty = '', none = '', count = '', failed = '', close = ''] = (
    (Object.hasOwn(rows, name) ? rows[name] : undefined) ??
    rows['en'] ??
    ''
  ).split('|');
  return { label, empty, none, count, failed, close };
}

/** The few words of the dialog, by language of the page. */
import { baseLanguage } from '../engine/language.ts';

const names = [
  'label',
  'empty',
  'none',
  'count',
  'failed',
  'close',
  'recent',
  'meant',
  'ask',
  'filters',
  'all',
] as const;
export type SearchTexts = Readonly<Record<(typeof names)[number], string>>;

// In the order of `names`; {q} is what was typed, {n} a number.
const rows: Readonly<Record<string, string>> = {
  en: 'Search|Type to search|No results for “{q}”|{n} results|The search index could not be loaded|Close|Recent searches|Did you mean “{q}”?|Ask the assistant about “{q}”|Search in|All',
  de: 'Suche|Suchbegriff eingeben|Keine Ergebnisse für „{q}“|{n} Ergebnisse|Der Suchindex konnte nicht geladen werden|Schließen|Letzte Suchen|Meinten Sie „{q}“?|Den Assistenten fragen: „{q}“|Suchen in|Alle',
  fr: 'Rechercher|Saisissez votre recherche|Aucun résultat pour « {q} »|{n} résultats|L’index de recherche n’a pas pu être chargé|Fermer|Recherches récentes|Vouliez-vous dire « {q} » ?|Demander à l’assistant : « {q} »|Rechercher dans|Tout',
  es: 'Buscar|Escribe para buscar|Sin resultados para «{q}»|{n} resultados|No se pudo cargar el índice de búsqueda|Cerrar|Búsquedas recientes|¿Quisiste decir «{q}»?|Preguntar al asistente: «{q}»|Buscar en|Todo',
  pt: 'Pesquisar|Digite para pesquisar|Nenhum resultado para “{q}”|{n} resultados|Não foi possível carregar o índice|Fechar|Pesquisas recentes|Você quis dizer “{q}”?|Perguntar ao assistente: “{q}”|Pesquisar em|Tudo',
  it: 'Cerca|Digita per cercare|Nessun risultato per “{q}”|{n} risultati|Impossibile caricare l’indice di ricerca|Chiudi|Ricerche recenti|Forse cercavi “{q}”?|Chiedi all’assistente: “{q}”|Cerca in|Tutto',
  ru: 'Поиск|Введите запрос|Ничего не найдено: «{q}»|Результатов: {n}|Не удалось загрузить индекс|Закрыть|Недавние запросы|Возможно, вы имели в виду «{q}»?|Спросить ассистента: «{q}»|Искать в|Всё',
  ja: '検索|キーワードを入力|「{q}」の結果はありません|{n} 件の結果|検索インデックスを読み込めませんでした|閉じる|最近の検索|もしかして「{q}」|アシスタントに聞く:「{q}」|検索対象|すべて',
  zh: '搜索|输入关键词|没有找到“{q}”的结果|{n} 条结果|无法加载搜索索引|关闭|最近搜索|您要找的是“{q}”吗?|询问助手:“{q}”|搜索范围|全部',
  ko: '검색|검색어를 입력하세요|“{q}”에 대한 결과가 없습니다|결과 {n}개|검색 색인을 불러올 수 없습니다|닫기|최근 검색|“{q}”을(를) 찾으셨나요?|어시스턴트에게 묻기: “{q}”|검색 범위|전체',
};

export function searchTexts(language: string): SearchTexts {
  const name = baseLanguage(language);
  const row = (Object.hasOwn(rows, name) ? rows[name] : undefined) ?? rows['en'] ?? '';
  const parts = row.split('|');
  return Object.fromEntries(names.map((text, index) => [text, parts[index] ?? ''])) as SearchTexts;
}

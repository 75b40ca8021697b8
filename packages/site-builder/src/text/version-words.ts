/** The notice on a page of an old version, by language: `{0}` is its version, `{1}` the current version. */
const lines: Readonly<Record<string, readonly [notice: string, link: string]>> = {
  en: ['You are reading version {0}.', 'Go to the current version, {1}'],
  de: ['Sie lesen Version {0}.', 'Zur aktuellen Version {1}'],
  es: ['Estás leyendo la versión {0}.', 'Ir a la versión actual, {1}'],
  fr: ['Vous lisez la version {0}.', 'Aller à la version actuelle, {1}'],
  it: ['Stai leggendo la versione {0}.', 'Vai alla versione attuale, {1}'],
  pt: ['Você está lendo a versão {0}.', 'Ir para a versão atual, {1}'],
  nl: ['U leest versie {0}.', 'Naar de huidige versie, {1}'],
  pl: ['Czytasz wersję {0}.', 'Przejdź do aktualnej wersji {1}'],
  tr: ['{0} sürümünü okuyorsunuz.', 'Güncel sürüme git: {1}'],
  ru: ['Вы читаете версию {0}.', 'Перейти к текущей версии {1}'],
  uk: ['Ви читаєте версію {0}.', 'Перейти до поточної версії {1}'],
  zh: ['您正在阅读版本 {0}。', '前往当前版本 {1}'],
  ja: ['バージョン {0} を表示しています。', '現在のバージョン {1} へ'],
  ko: ['{0} 버전을 보고 있습니다.', '현재 버전 {1}(으)로 이동'],
  ar: ['أنت تقرأ الإصدار {0}.', 'انتقل إلى الإصدار الحالي {1}'],
  he: ['גרסה {0} מוצגת.', 'לגרסה הנוכחית {1}'],
  id: ['Anda membaca versi {0}.', 'Buka versi saat ini, {1}'],
  vi: ['Bạn đang đọc phiên bản {0}.', 'Đến phiên bản hiện tại, {1}'],
  hi: ['आप संस्करण {0} पढ़ रहे हैं।', 'वर्तमान संस्करण {1} पर जाएँ'],
};
const special: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja' };

/** @param language BCP 47; English for a language without a translation */
export function versionWords(language: string, version: string, current: string): { notice: string; link: string } {
  const short = language.toLowerCase().split(/[-_]/)[0] ?? 'en';
  const [notice, link] = lines[special[short] ?? short] ?? lines['en'] ?? ['', ''];
  const fill = (text: string): string => text.replace('{0}', () => version).replace('{1}', () => current);
  return { notice: fill(notice), link: fill(link) };
}

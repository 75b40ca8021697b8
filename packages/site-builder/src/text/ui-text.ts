import { componentText } from './component-text.ts';
import type { ComponentText } from './component-words.ts';
import { menuWords, type MenuWords } from './menu-words.ts';

/** The theme's own labels, in the language of the page. */
export interface UiText {
  readonly search: string;
  readonly menu: string;
  readonly skip: string;
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly copyPage: string;
  readonly close: string;
  readonly theme: string;
  readonly lastUpdated: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly home: string;
  readonly related: string;
  readonly ask: string;
  /** Title and text of a page at an old address; a link to the new address follows. */
  readonly moved: string;
  /** Labels of the sign-in link, and of the account link for signed-in readers. */
  readonly signIn: string;
  readonly account: string;
  /** Labels of the page's menu and of selectors. */
  readonly menus: MenuWords;
  /** Labels for screen readers. */
  readonly labels: ComponentText;
}

const KEYS = [
  'search',
  'menu',
  'skip',
  'onThisPage',
  'previous',
  'next',
  'copyPage',
  'close',
  'theme',
  'lastUpdated',
  'notFound',
  'notFoundText',
  'home',
  'related',
  'ask',
  'moved',
  'signIn',
  'account',
] as const;

/** One line per language, in the order of `KEYS`. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'Search|Menu|Skip to main content|On this page|Previous|Next|Copy page|Close|Change color theme|Last updated|Page not found|This page does not exist or has moved.|Home|Related pages|Ask|This page has moved|Sign in|Account',
  de: 'Suchen|Menü|Zum Inhalt springen|Auf dieser Seite|Zurück|Weiter|Seite kopieren|Schließen|Farbschema wechseln|Zuletzt aktualisiert|Seite nicht gefunden|Diese Seite gibt es nicht, oder sie ist umgezogen.|Startseite|Verwandte Seiten|Fragen|Diese Seite ist umgezogen|Anmelden|Konto',
  es: 'Buscar|Menú|Saltar al contenido|En esta página|Anterior|Siguiente|Copiar página|Cerrar|Cambiar tema de color|Última actualización|Página no encontrada|Esta página no existe o se ha movido.|Inicio|Páginas relacionadas|Preguntar|Esta página se ha movido|Iniciar sesión|Cuenta',
  fr: 'Rechercher|Menu|Aller au contenu|Sur cette page|Précédent|Suivant|Copier la page|Fermer|Changer de thème|Dernière mise à jour|Page introuvable|Cette page n’existe pas ou a été déplacée.|Accueil|Pages liées|Demander|Cette page a été déplacée|Se connecter|Compte',
  it: 'Cerca|Menu|Vai al contenuto|In questa pagina|Precedente|Successivo|Copia pagina|Chiudi|Cambia tema|Ultimo aggiornamento|Pagina non trovata|Questa pagina non esiste o è stata spostata.|Home|Pagine correlate|Chiedi|Questa pagina è stata spostata|Accedi|Account',
  pt: 'Pesquisar|Menu|Ir para o conteúdo|Nesta página|Anterior|Próximo|Copiar página|Fechar|Mudar tema|Última atualização|Página não encontrada|Esta página não existe ou foi movida.|Início|Páginas relacionadas|Perguntar|Esta página foi movida|Entrar|Conta',
  nl: 'Zoeken|Menu|Naar inhoud|Op deze pagina|Vorige|Volgende|Pagina kopiëren|Sluiten|Kleurthema wijzigen|Laatst bijgewerkt|Pagina niet gevonden|Deze pagina bestaat niet of is verplaatst.|Start|Verwante pagina’s|Vragen|Deze pagina is verplaatst|Inloggen|Account',
  pl: 'Szukaj|Menu|Przejdź do treści|Na tej stronie|Poprzednia|Następna|Kopiuj stronę|Zamknij|Zmień motyw|Ostatnia aktualizacja|Nie znaleziono strony|Ta strona nie istnieje lub została przeniesiona.|Strona główna|Powiązane strony|Zapytaj|Ta strona została przeniesiona|Zaloguj się|Konto',
  tr: 'Ara|Menü|İçeriğe geç|Bu sayfada|Önceki|Sonraki|Sayfayı kopyala|Kapat|Temayı değiştir|Son güncelleme|Sayfa bulunamadı|Bu sayfa yok ya da taşındı.|Ana sayfa|İlgili sayfalar|Sor|Bu sayfa taşındı|Giriş yap|Hesap',
  ru: 'Поиск|Меню|Перейти к содержанию|На этой странице|Назад|Далее|Копировать страницу|Закрыть|Сменить тему|Обновлено|Страница не найдена|Такой страницы нет, или она перемещена.|Главная|Похожие страницы|Спросить|Эта страница перемещена|Войти|Учётная запись',
  uk: 'Пошук|Меню|Перейти до вмісту|На цій сторінці|Назад|Далі|Копіювати сторінку|Закрити|Змінити тему|Оновлено|Сторінку не знайдено|Такої сторінки немає, або її переміщено.|Головна|Пов’язані сторінки|Запитати|Цю сторінку переміщено|Увійти|Обліковий запис',
  zh: '搜索|菜单|跳到正文|本页目录|上一页|下一页|复制页面|关闭|切换主题|最后更新|找不到页面|该页面不存在或已移动。|首页|相关页面|提问|此页面已移动|登录|账户',
  ja: '検索|メニュー|本文へ移動|このページの内容|前へ|次へ|ページをコピー|閉じる|テーマを切り替え|最終更新|ページが見つかりません|このページは存在しないか、移動しました。|ホーム|関連ページ|質問する|このページは移動しました|ログイン|アカウント',
  ko: '검색|메뉴|본문으로 건너뛰기|이 페이지에서|이전|다음|페이지 복사|닫기|테마 변경|최종 수정|페이지를 찾을 수 없음|이 페이지는 없거나 이동되었습니다.|홈|관련 페이지|질문하기|이 페이지는 이동되었습니다|로그인|계정',
  ar: 'بحث|القائمة|انتقل إلى المحتوى|في هذه الصفحة|السابق|التالي|نسخ الصفحة|إغلاق|تغيير المظهر|آخر تحديث|الصفحة غير موجودة|هذه الصفحة غير موجودة أو تم نقلها.|الرئيسية|صفحات ذات صلة|اسأل|تم نقل هذه الصفحة|تسجيل الدخول|الحساب',
  he: 'חיפוש|תפריט|דלג לתוכן|בעמוד זה|הקודם|הבא|העתק עמוד|סגירה|החלף ערכת צבעים|עודכן לאחרונה|הדף לא נמצא|הדף אינו קיים או שהועבר.|דף הבית|דפים קשורים|לשאול|הדף הועבר|התחברות|חשבון',
  id: 'Cari|Menu|Langsung ke konten|Di halaman ini|Sebelumnya|Berikutnya|Salin halaman|Tutup|Ganti tema|Terakhir diperbarui|Halaman tidak ditemukan|Halaman ini tidak ada atau telah dipindahkan.|Beranda|Halaman terkait|Tanya|Halaman ini telah dipindahkan|Masuk|Akun',
  vi: 'Tìm kiếm|Menu|Đến nội dung chính|Trên trang này|Trước|Tiếp|Sao chép trang|Đóng|Đổi giao diện|Cập nhật lần cuối|Không tìm thấy trang|Trang này không tồn tại hoặc đã được chuyển.|Trang chủ|Trang liên quan|Hỏi|Trang này đã được chuyển|Đăng nhập|Tài khoản',
  hi: 'खोजें|मेनू|मुख्य सामग्री पर जाएँ|इस पृष्ठ पर|पिछला|अगला|पृष्ठ कॉपी करें|बंद करें|थीम बदलें|अंतिम अपडेट|पृष्ठ नहीं मिला|यह पृष्ठ मौजूद नहीं है या हटा दिया गया है।|होम|संबंधित पृष्ठ|पूछें|यह पृष्ठ स्थानांतरित हो गया है|साइन इन करें|खाता',
};
const SPECIAL: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja' };

/** Returns the words for a BCP 47 tag; English by default. */
export function uiText(language: string): UiText {
  const short = language.toLowerCase().split(/[-_]/)[0] ?? 'en';
  const line = WORDS[SPECIAL[short] ?? short] ?? WORDS['en'] ?? '';
  const words = line.split('|');
  // Every line has a word for each key; the test of this file counts them.
  const own = Object.fromEntries(KEYS.map((key, index) => [key, words[index] ?? key]));
  return { ...own, menus: menuWords(language), labels: componentText(language) } as unknown as UiText;
}

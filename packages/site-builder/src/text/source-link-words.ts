/** Labels of the links to a page's source, in the language of the page. */
export interface SourceLinkWords {
  readonly edit: string;
  readonly issue: string;
}

/** One line per language: edit, issue. */
const lines: Readonly<Record<string, string>> = {
  en: 'Suggest edits|Raise an issue',
  de: 'Änderung vorschlagen|Problem melden',
  es: 'Sugerir cambios|Informar de un problema',
  fr: 'Suggérer une modification|Signaler un problème',
  it: 'Suggerisci modifiche|Segnala un problema',
  pt: 'Sugerir alterações|Relatar um problema',
  nl: 'Wijzigingen voorstellen|Probleem melden',
  pl: 'Zaproponuj zmiany|Zgłoś problem',
  tr: 'Düzenleme öner|Sorun bildir',
  ru: 'Предложить правку|Сообщить о проблеме',
  uk: 'Запропонувати зміни|Повідомити про проблему',
  zh: '建议修改|提交问题',
  ja: '編集を提案|問題を報告',
  ko: '수정 제안|문제 신고',
  ar: 'اقتراح تعديل|الإبلاغ عن مشكلة',
  he: 'הצעת עריכה|דיווח על בעיה',
  id: 'Sarankan perubahan|Laporkan masalah',
  vi: 'Đề xuất chỉnh sửa|Báo cáo sự cố',
  hi: 'संपादन सुझाएँ|समस्या बताएँ',
};

/** @param language BCP 47, or one of the format's own codes (`cn`, `jp`) */
export function sourceLinkWords(language: string): SourceLinkWords {
  const name = language.toLowerCase().split('-')[0] ?? 'en';
  const [edit = '', issue = ''] = (lines[{ cn: 'zh', jp: 'ja' }[name] ?? name] ?? lines['en'] ?? '').split('|');
  return { edit, issue };
}

/** The labels of the feedback form, in the language of the page. */
export interface FeedbackWords {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly comment: string;
  readonly contact: string;
  readonly send: string;
  readonly thanks: string;
  readonly failed: string;
  /** Labels of a code block's button and its form. */
  readonly code: string;
}

const KEYS = ['question', 'yes', 'no', 'comment', 'contact', 'send', 'thanks', 'failed', 'code'] as const;

/** One line per language, in the order of `KEYS`. */
export const feedbackLines: Readonly<Record<string, string>> = {
  en: 'Was this page helpful?|Yes|No|What should be better? (optional)|Email, if we may reply (optional)|Send|Thank you.|This could not be sent. Please try again later.|Something wrong with this code?',
  de: 'War diese Seite hilfreich?|Ja|Nein|Was sollte besser sein? (optional)|E-Mail, falls wir antworten dürfen (optional)|Senden|Vielen Dank.|Das konnte nicht gesendet werden. Bitte später noch einmal versuchen.|Stimmt an diesem Code etwas nicht?',
  es: '¿Te ha sido útil esta página?|Sí|No|¿Qué debería mejorar? (opcional)|Correo electrónico, si podemos responderte (opcional)|Enviar|Gracias.|No se ha podido enviar. Inténtalo más tarde.|¿Hay algún error en este código?',
  fr: 'Cette page vous a-t-elle été utile ?|Oui|Non|Que faudrait-il améliorer ? (facultatif)|E-mail, si nous pouvons vous répondre (facultatif)|Envoyer|Merci.|L’envoi a échoué. Réessayez plus tard.|Un problème avec ce code ?',
  it: 'Questa pagina è stata utile?|Sì|No|Che cosa dovrebbe migliorare? (facoltativo)|E-mail, se possiamo risponderti (facoltativo)|Invia|Grazie.|Invio non riuscito. Riprova più tardi.|Qualcosa non va in questo codice?',
  pt: 'Esta página foi útil?|Sim|Não|O que deveria melhorar? (opcional)|E-mail, se pudermos responder (opcional)|Enviar|Obrigado.|Não foi possível enviar. Tente mais tarde.|Há algo errado neste código?',
  nl: 'Was deze pagina nuttig?|Ja|Nee|Wat kan er beter? (optioneel)|E-mail, als we mogen antwoorden (optioneel)|Verzenden|Bedankt.|Verzenden is mislukt. Probeer het later opnieuw.|Klopt er iets niet aan deze code?',
  pl: 'Czy ta strona była pomocna?|Tak|Nie|Co poprawić? (opcjonalnie)|E-mail, jeśli możemy odpisać (opcjonalnie)|Wyślij|Dziękujemy.|Nie udało się wysłać. Spróbuj później.|Coś jest nie tak z tym kodem?',
  tr: 'Bu sayfa yararlı oldu mu?|Evet|Hayır|Ne daha iyi olmalı? (isteğe bağlı)|Yanıt verebilmemiz için e-posta (isteğe bağlı)|Gönder|Teşekkürler.|Gönderilemedi. Daha sonra yeniden deneyin.|Bu kodda bir sorun mu var?',
  ru: 'Эта страница помогла вам?|Да|Нет|Что стоит улучшить? (необязательно)|Эл. почта для ответа (необязательно)|Отправить|Спасибо.|Не удалось отправить. Попробуйте позже.|Что-то не так с этим кодом?',
  uk: 'Чи була ця сторінка корисною?|Так|Ні|Що варто покращити? (необов’язково)|Ел. пошта для відповіді (необов’язково)|Надіслати|Дякуємо.|Не вдалося надіслати. Спробуйте пізніше.|Щось не так із цим кодом?',
  zh: '此页面对您有帮助吗？|是|否|哪些地方需要改进？（可选）|电子邮件，以便我们回复（可选）|发送|谢谢。|发送失败，请稍后再试。|这段代码有问题吗？',
  ja: 'このページは役に立ちましたか？|はい|いいえ|改善すべき点（任意）|返信用メールアドレス（任意）|送信|ありがとうございます。|送信できませんでした。後でもう一度お試しください。|このコードに問題がありますか？',
  ko: '이 페이지가 도움이 되었나요?|예|아니요|무엇을 개선해야 할까요? (선택 사항)|답장을 받을 이메일 (선택 사항)|보내기|감사합니다.|보내지 못했습니다. 나중에 다시 시도하세요.|이 코드에 문제가 있나요?',
  ar: 'هل كانت هذه الصفحة مفيدة؟|نعم|لا|ما الذي ينبغي تحسينه؟ (اختياري)|البريد الإلكتروني إن أردت ردًا (اختياري)|إرسال|شكرًا لك.|تعذّر الإرسال. حاول مرة أخرى لاحقًا.|هل هناك خطأ في هذه الشيفرة؟',
  he: 'האם הדף הזה עזר?|כן|לא|מה כדאי לשפר? (לא חובה)|דוא״ל, אם אפשר להשיב (לא חובה)|שליחה|תודה.|השליחה נכשלה. נסו שוב מאוחר יותר.|משהו לא תקין בקוד הזה?',
  id: 'Apakah halaman ini membantu?|Ya|Tidak|Apa yang perlu diperbaiki? (opsional)|Email, jika kami boleh membalas (opsional)|Kirim|Terima kasih.|Tidak dapat dikirim. Coba lagi nanti.|Ada yang salah dengan kode ini?',
  vi: 'Trang này có hữu ích không?|Có|Không|Điều gì nên tốt hơn? (không bắt buộc)|Email, nếu chúng tôi có thể trả lời (không bắt buộc)|Gửi|Cảm ơn bạn.|Không gửi được. Vui lòng thử lại sau.|Đoạn mã này có gì sai không?',
  hi: 'क्या यह पृष्ठ उपयोगी था?|हाँ|नहीं|क्या बेहतर होना चाहिए? (वैकल्पिक)|ईमेल, यदि हम उत्तर दे सकें (वैकल्पिक)|भेजें|धन्यवाद।|भेजा नहीं जा सका। बाद में फिर प्रयास करें।|क्या इस कोड में कुछ गलत है?',
};
const SPECIAL: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja' };

/** Returns the words for a BCP 47 tag; English by default. */
export function feedbackWords(language: string): FeedbackWords {
  const short = language.toLowerCase().split(/[-_]/)[0] ?? 'en';
  const words = (feedbackLines[SPECIAL[short] ?? short] ?? feedbackLines['en'] ?? '').split('|');
  // Every line has a word for each key; a test counts them.
  return Object.fromEntries(KEYS.map((key, index) => [key, words[index] ?? key])) as unknown as FeedbackWords;
}

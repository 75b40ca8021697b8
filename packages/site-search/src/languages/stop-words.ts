/**
 * Words of a question that its answer needn't contain, by language: question words, articles, pronouns, auxiliary verbs
 * and the most common prepositions. English stop words are dropped in every language, because English terms are in all
 * manuals.
 */
const lists: Readonly<Record<string, string>> = {
  en: `a about after again all also am an and any anybody anyone anything are as at be because been before being between both but by can
    cannot could did do does doing don else ever every everything for from get gets getting give gives given go goes going got had has have having he
    her here him his how i if in into is it its itself just let lets like make makes making may me might mine more most much must my need
    needs no nobody none not now of off on one only onto or other our out over own per please put really see shall she should so some someone
    somebody something still such take takes than that the their them then there these they thing things this those through to too
    us use uses using very want wants was way we were what when where whether which while who whom whose why will with without would you your yours`,
  de: `aber alle als also am an auch auf aus bei bin bis bitte da damit dann das dass dein dem den denn der des die dies diese dieser dieses
    doch dort du durch ein eine einem einen einer eines er es fur ganz gibt habe haben hat hier ich ihr im in ist jede jeder kann kein keine konnen
    machen man mehr mein meine mich mir mit mochte muss nach nicht noch nur ob oder ohne sein seine sich sie sind so soll uber um und uns
    unser unter viel vom von vor wann war warum was welche welcher wenn wer werden wie wird wo wozu zu zum zur`,
  fr: `a afin ai ainsi alors apres au aucun aussi aux avant avec avoir c ce ceci cela celle celui ces cet cette chaque chez comme comment d dans de
    depuis des dois doit donc du elle elles en encore est et etre eux faire fais fait faut il ils j je l la le les leur leurs lui m ma mais me
    mes moi mon n ne nos notre nous on ont ou par pas peut peux plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa
    sans se ses si son sont sous sur t ta te tes toi ton tout toute toutes tous tres tu un une veux vos votre vous y`,
  es: `a al algo antes aqui asi aun bajo cada como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde dos e el ella ellas ellos en
    entre era es esa esas ese eso esos esta estan estas este esto estos fue ha hace hacer hacia han hasta hay la las le les lo los mas me mi mis
    mucho muy necesito ni no nos o os otra otro para pero poco poder por porque puede puedo pues que quien quiero se sea ser si sin sobre
    solo son su sus tambien te tengo ti tiene todo todos tu tus un una unas uno unos usar va ver y ya yo`,
  pt: `a ao aos as ate com como da das de dela dele depois do dos e ela ele em entre era essa esse esta este eu faco fazer foi ha isso isto ja la
    lhe mais mas me mesmo meu minha muito na nao nas nem no nos o os ou para pela pelo pode por porque posso qual quando que quem quero se sem
    ser seu sua so tambem te tem um uma voce`,
  it: `a ad ai al alla alle anche avere c che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed essere fa fare ho i il in
    io l la le lo ma mi mia mio ne nel nella no noi non o per perche piu posso puo quale quando quanto quello questa questo se si sono su sul
    sulla ti tra tu un una uno voglio`,
  nl: `aan al alle als bij dan dat de deze die dit doe doen door dus een en er ga geen geef haar had heb hebben heeft het hij hoe hun ik in is ja je
    kan kun maar me meer mijn moet na naar niet nog nu of om omdat onder ons ook op over te toch toe tot u uit uw van veel voor waar waarom
    was wat we wel welke werd wie wil worden wordt ze zich zijn zo zonder`,
  ru: `а без бы был была были было быть в вам вас весь во вот все всех вы где да для до его ее если есть еще же за и из или им их к как какая какие какой ко
    когда кто ли мне мой моя мы на надо наш не нет но ну о об он она они от по под при про с свои свой себя со так также такой там то тоже только у уже
    хочу чего чем что чтобы эта эти это этот я`,
  zh: `怎么 么用 么样 什么 如何 为什 么做 可以 是否 哪里 哪个 哪些 请问 我想 我的 怎样 能否 能不 不能 自己 己的 需要 想要 多少 少人 时候 的时`,
  ja: `する した して ます です たい ほし しい 方法 には のは とき から まで ない たら どう うや やっ って どこ くだ ださ さい しま ます いる ある これ それ んで`,
};
/** Returns the stop words of a language and of English, separated by spaces. */
export function stopWordsOf(language: string): string {
  const own = language !== 'en' && Object.hasOwn(lists, language) ? (lists[language] ?? '') : '';
  return `${lists['en'] ?? ''} ${own}`.trim().replaceAll(/\s+/g, ' ');
}

/**
 * Synonyms used by readers and manuals, by language: each line contains words with the same or nearly the same meaning.
 * Written for this project, from the general vocabulary of software manuals. `_` is a space. English words are looked
 * up in every language.
 */
const groups: Readonly<Record<string, string>> = {
  en: `
login log_in sign_in signin signed_in logged_in authentication authenticate sso
logout log_out sign_out signout
password passphrase credential credentials secret
key token credential api_key
permission permissions role roles access rights privilege privileges authorization authorize
member user colleague teammate person people employee account
invite add_member member
organization organisation workspace team company account
delete remove erase wipe destroy purge trash drop trim
restore recover undelete bring_back undo trash
create add make new
build make create
change update edit modify patch
show display render view embed
hide hidden invisible conceal visibility
list all enumerate
get fetch retrieve read
find search lookup look_up locate query
send submit post deliver ship push forward ingest
receive webhook notification subscribe
download export save
upload import ingest
price prices pricing cost costs billing fee fees credits pay paid payment charge expensive cheap money spend
limit limits quota throttle rate_limit too_many cap
error errors fail failed failure exception broken crash wrong
fix troubleshoot troubleshooting debug debugging diagnose solve does_not_work not_working nothing_happens problem
start begin getting_started quickstart first introduction tutorial
install installation setup set_up
configure configuration config settings options preferences customize
customize custom own branding
deploy deployment release publish go_live put_online hosting host production
hosting serve
test tests testing unit_test
sandbox test_environment staging
try playground interactive
preview draft staging before_publishing
alert alerts notify notification notifications alarm notifier told warn warned
on_call on_duty escalation
log logs logging record
monitor monitoring watch observe observability
metric metrics measure statistics analytics
visitors traffic pageviews analytics
fast speed slow latency performance quick
schedule scheduled cron recurring periodic
cancel cancellation stop abort interrupt terminate interruption interruptions
retry retries try_again
upgrade migration migrate migrating update coming_from move_from moving_from switching_from
new_version major_version upgrade breaking_changes migration
old legacy deprecated previous
removed deprecated deprecation
translate translation translations language languages internationalization localization multilingual i18n
domain hostname dns subdomain
url link address path href
redirect redirects forward old_url old_link moved
image images picture pictures photo photos screenshot
thumbnail small_picture
icon icons logo
video videos clip clips movie
audio sound voice recording
font fonts typeface typography lettering
color colors colour colours palette
theme themes appearance look style
diagram diagrams chart charts graph flowchart flow_chart mermaid visualization
graph chart dashboard visualization
share sharing public collaborate collaboration
table tables grid
menu navigation sidebar
page pages document article
reuse reusable snippet snippets repeat include
seo search_engine google ranking rank
chatbot chat_bot bot assistant agent
llm model ai
chatgpt openai
claude anthropic
webhook webhooks callback event
pagination paginate paging next_page cursor
chunk chunks chunked pieces parts split multipart
big large huge
file files attachment
document file pdf
folder folders directory
comment comments reply annotation
feedback rating opinion survey
sign signature signatures contract
verify verification validate check
secure security safe safety protect protection
encrypt encryption encrypted
privacy gdpr personal_data
hipaa medical health
compliance legal law
retention retain keep preserve archive
backup backups snapshot
copy clone duplicate
combine compose composition mount mounting merge join together
rename transform transformation alias
variable variables environment env
container containers docker image
cluster kubernetes k8s
local locally laptop own_computer own_machine localhost my_computer my_machine
self_hosted self_host self_hosting on_premise own_server own_machine
run running execute start launch
phone telephone telephony call
browser browsers
web website site page
embed embedded iframe frame widget
cli command_line terminal shell command
library libraries sdk sdks package client
script javascript
editor ide vscode
repository repositories repo git monorepo
branch pull_request
continuous_integration ci github_actions pipeline
history changelog audit
audit_log audit who_changed
changelog release_notes what_changed
timeout time_out takes_too_long
expire expired expires expiration ran_out runs_out
refresh renew expired
rotate regenerate rollover replace
default initial standard
example examples sample demo
compare comparison difference different versus vs
architecture overview how_it_works
glossary terms definitions
help support contact
storage store stored stores kept persist persistence database
cache caching cached
queue job jobs background task
startup shutdown lifespan lifecycle
middleware interceptor hook
mute silence snooze quiet muting
threshold rule condition trigger
anomaly anomalies unusual spike spikes outlier
live realtime real_time stream streaming
transcript transcripts transcription written
summarize summary summarization
speech talk talking speaking
transfer send move
template templates boilerplate
region regions location country
scale scaling autoscaling capacity
on_behalf_of impersonate as_user
offboarding deprovision leave left former
provision onboarding provisioning
autocomplete completion suggest suggestions
missing not_found 404
name dns domain
batch bulk several many at_once multiple
zip archive
restrict limit allow deny
propose proposal contribute contributing
directory registry catalog marketplace
extension plugin add_on addon
machine device
machine_to_machine client_credentials
cors allowed_origins`,
  de: `
anmelden einloggen login authentifizierung anmeldung
passwort kennwort zugangsdaten
loschen entfernen beseitigen
wiederherstellen zuruckholen papierkorb
andern bearbeiten anpassen aktualisieren
erstellen anlegen hinzufugen neu
einrichten installieren installation konfigurieren konfiguration einstellungen
veroffentlichen bereitstellen bereitstellung deployment live
kosten preis preise abrechnung gebuhren
fehler problem fehlerbehebung kaputt
rechte berechtigungen rolle rollen zugriff
benutzer nutzer mitglied kollege
einladen mitglied
verstecken ausblenden verborgen
weiterleiten umleiten weiterleitung umleitung
bild bilder foto grafik
schrift schriftart
ubersetzen ubersetzung sprachen mehrsprachig
hochladen upload
herunterladen download export
suche suchen finden
benachrichtigung alarm melden meldung`,
  fr: `
connexion connecter authentification identification
mot_de_passe identifiants
supprimer effacer enlever
restaurer recuperer corbeille
modifier changer editer
creer ajouter nouveau
installer installation configurer configuration reglages parametres
essayer tester apercu previsualiser
local ordinateur
publier deployer deploiement mise_en_ligne
cout prix tarif facturation
erreur probleme depannage
droits autorisations permissions role acces
reserver proteger restreindre authentification
cacher masquer masquees cache invisible
rediriger redirection redirections renvoyer
adresse url lien
nom_de_domaine domaine
image photo
video medias integrer
police polices typographie
traduire traduction langues internationalisation
visiteurs analytique statistiques audience frequentation
journal audit historique
diagramme schema
telecharger exporter
recherche chercher trouver`,
  es: `
iniciar_sesion entrar acceder autenticacion contrasena login
contrasena credenciales clave
borrar eliminar quitar
restaurar recuperar papelera
cambiar modificar editar actualizar
crear anadir agregar nuevo
instalar instalacion configurar configuracion ajustes
probar vista_previa previsualizar previsualizacion
publicar desplegar despliegue implementacion
costo coste precio facturacion tarifa
error problema solucionar
permisos roles acceso derechos
ocultar oculto oculta ocultas escondida
redirigir redireccion redirecciones
dominio nombre_de_dominio
imagen foto
fuente fuentes tipografia letra tipo_de_letra
traducir traduccion idiomas internacionalizacion
visitas visitantes analitica estadisticas
repetir reutilizar reutilizables fragmentos
diagrama dibujar grafico
descargar exportar
buscar busqueda encontrar
menu navegacion barra_lateral`,
  pt: `
entrar login autenticacao acessar
excluir apagar remover deletar
alterar mudar editar atualizar
criar adicionar novo
instalar instalacao configurar configuracao
publicar implantar implantacao
custo preco cobranca
erro problema solucao
ocultar esconder oculto
redirecionar redirecionamento
traduzir traducao idiomas`,
  zh: `
登录 登陆 认证 身份验证 登入
密码 凭据 凭证
删除 移除 清除 去掉
恢复 还原 找回
修改 更改 编辑 更新
换 更换 自定义 更改
创建 新建 添加 增加
添加 注册 接入
安装 设置 配置
本地 本机 电脑
效果 预览
发布 部署 上线
费用 价格 计费 收费
错误 报错 故障 排查
权限 角色 访问控制
隐藏 不显示
跳转 跳到 重定向
字体 字型
图片 图像 截图
流程图 图表 mermaid
多语言 国际化 翻译 本地化
分析 统计 访问量
告警 报警 警报 通知
静默 免打扰 屏蔽
触发 规则 条件
接收 发送
机器 设备 主机
情况 详情 状态
找不到 404
菜单 导航 侧边栏
域名 网址`,
  ja: `
ログイン サインイン 認証
消す 削除 消去
元に戻す 復元 戻す ゴミ箱
変更 編集 更新
作る 作成 追加 新規
設定 構成
送る アップロード
大きい 大きな 大容量
分ける 分割 チャンク
まとめて 一括 複数
知らせ 通知
共有 コラボレーション
見せる 共有 表示
期限 有効期限
多すぎる 制限
返事 返信
移す 移動
エラー 失敗 問題
料金 価格 費用
権限 ロール アクセス`,
};

/** Returns the groups of a language and of English, one per line. */
export function synonymsOf(language: string): string {
  const own = language !== 'en' && Object.hasOwn(groups, language) ? (groups[language] ?? '') : '';
  return `${groups['en'] ?? ''}${own}`.trim();
}

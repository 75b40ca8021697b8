import type { Finding } from './finding.ts';
import type { TextLine } from './read-lines.ts';
import { decodeEscapes } from './decode-text.ts';
import { findAddresses } from './find-addresses.ts';

const interpreters = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+(?:\S+\s+)?)?(?:/\S{1,60}/)?(?:(?:ba|z|da|k|c|tc|fi)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|[iI][eE][xX]|[iI]nvoke-[eE]xpression|cmd|osascript|tclsh|xargs|source|eval)(?:\.exe)?`;
const downloads: readonly RegExp[] = [
  // A line that begins with a pipe is a table row, not a command.
  new RegExp(String.raw`^(?!\s*\|).*?\|\s*${interpreters}(?=$|[\s;&|)"'\`-])`),
  new RegExp(String.raw`(?:^|[\s;&|(\`])${interpreters}\s+(?:-\S+\s+){0,4}["']?(?:<\(|\$\(|\`)\s*\w`),
  new RegExp(String.raw`(?:^|[\s;&|(])(?:\.|source)\s+<\(`, 'i'),
  /\b(?:iex|invoke-expression)\b\s*[("'&$]/i,
  /\b(?:downloadstring|downloadfile|start-bitstransfer|certutil\s+-urlcache|mshta\s+http|regsvr32\s.{0,40}http|rundll32\s.{0,40}http|-enc(?:odedcommand)?\s+[a-z0-9+/=]{16,})/i,
  /\b(?:exec|eval|compile|Function)\s{0,3}\(.{0,200}(?:urlopen|requests\.get|fetch\s?\(|http\.get|b64decode|atob\s?\(|fromCharCode|Buffer\.from|base64)/i,
  /\b(?:curl|wget)\b.{1,500}(?:&&|;)\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|chmod\s+\S{0,10}x|\.\/|python[\d.]*|source)/i,
  /\b(?:base64|openssl\s+enc|xxd)\b.{0,60}\s-{1,2}(?:d|D|decode|r)\b/,
  /\b(?:kubectl\s+(?:apply|create|replace)\s.{0,60}-f|helm\s+(?:install|upgrade)\b.{0,200}|terraform\s+init\s.{0,60}-from-module|docker\s+(?:build|compose)\s.{0,60})\s*["']?(?:https?:\/\/|oci:\/\/|git@)/i,
  /\b(?:(?:pip[\d.]*|npm|pnpm|yarn|bun|gem|go|cargo|uv|pipx|brew)\s+(?:\S+\s+)?(?:install|i|add|get|run|download|tap)|npx|uvx)\s.{0,120}(?:git\+|https?:\/\/|github:|gitlab:|gist:|git@)\S{3,}/i,
  /\b(?:mshta|bitsadmin|certutil)\b/i,
  /\bdata:(?:text\/javascript|application\/(?:x-)?javascript)/i,
];

const weakenings: readonly RegExp[] = [
  /\bcurl\b.{0,300}?\s(?:-[a-zA-Z]{0,10}k[a-zA-Z]{0,10}|--insecure|--proxy-insecure)(?=\s|$)/,
  /--no-check-certificate\b|--insecure(?:-skip-tls-verify|-skip-verify|-registry)?\b|--skip-(?:tls|ssl|cert|signature)[\w-]{0,30}|--tls-skip-verify|--no-(?:verify-ssl|ssl-verify|tls-verify|verify-tls|gpg-check|signature-check|verify-signatures?|verify)\b|--nogpgcheck|--nosignature|--allow-unauthenticated|--force-yes|--trusted-host|--disable-(?:web-security|auth\w*|ssl|tls|sandbox|content-trust=?\w*)|--no-sandbox|--no-auth\w*\b|--(?:dangerously|unsafe)-[\w-]{2,40}|--unsafe-perm/i,
  /\bverify\s{0,3}[=:]\s{0,3}False\b|\bverify_?ssl["']?\s{0,3}[=:]\s{0,3}(?:false|0|no)\b|\bcheck_hostname\s{0,3}=\s{0,3}False|_create_unverified_context|\bCERT_NONE\b|disable_warnings\s{0,3}\(|SSL_VERIFY_NONE|VERIFY_NONE\b|CURLOPT_SSL_VERIFY(?:PEER|HOST)\b.{0,10}(?:false|0)/i,
  /rejectUnauthorized["']?\s{0,3}[:=]\s{0,3}false|NODE_TLS_REJECT_UNAUTHORIZED["']?\s{0,3}[=:]\s{0,3}["']?0|strict-?ssl\s{0,3}[=\s]\s{0,3}false|InsecureSkipVerify["']?\s{0,3}[:=]\s{0,3}true|insecure_?skip_?(?:tls_?)?verify["']?\s{0,3}[:=]\s{0,3}true|sslVerify["']?\s{0,3}[=\s:]\s{0,3}false|sslmode["']?\s{0,3}[=:]\s{0,3}["']?(?:disable|allow)|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY\s{0,3}=\s{0,3}0|danger_accept_invalid_\w{2,20}|ServerCertificateCustomValidationCallback|TrustAll(?:Certs|Certificates|Manager)|ALLOW_ALL_HOSTNAME|NoopHostnameVerifier|usesCleartextTraffic|NSAllowsArbitraryLoads|StrictHostKeyChecking[=\s]{1,3}(?:no|off|accept-new)|UserKnownHostsFile[=\s]{1,3}\/dev\/null/i,
  /\bchmod\s+(?:-\w+\s+)*(?:0?[0-7]?777|0?666|(?:a|o|ugo)\+\w*w\w*|[ug]?\+s|[2467]7[0-7]{2})\b/,
  /--privileged\b|\bprivileged["']?\s{0,3}[:=]\s{0,3}true|\/var\/run\/docker\.sock|--(?:cap-add|pid|ipc|userns|network|net|uts)[=\s](?:ALL|SYS_ADMIN|host)\b|--security-opt[=\s]\S{0,30}(?:unconfined|disable)|allowPrivilegeEscalation["']?\s{0,3}:\s{0,3}true|\brunAsUser["']?\s{0,3}:\s{0,3}0\b|hostNetwork["']?\s{0,3}:\s{0,3}true|hostPID["']?\s{0,3}:\s{0,3}true|(?:-v|--volume)[=\s]\s{0,3}["']?\/:/i,
  /\b(?:setenforce\s+0|ufw\s+disable|iptables\s+-F|systemctl\s+(?:stop|disable)\s+(?:firewalld|apparmor|auditd|fail2ban|ufw)|csrutil\s+disable|spctl\s+--(?:master|global)-disable|xattr\s+-\w*[cd]\w*\s.{0,60}|set-mppreference\s.{0,60}|netsh\s+advfirewall\s.{0,40}off|executionpolicy\s+(?:bypass|unrestricted)|set-executionpolicy\s+(?:-\w+\s+)*(?:bypass|unrestricted)|visudo|NOPASSWD|PermitRootLogin\s+yes|PasswordAuthentication\s+yes|PermitEmptyPasswords\s+yes|vm\.overcommit|trusted=yes|gpgcheck\s*=\s*0)\b/i,
  /\b0\.0\.0\.0\/0\b|\bcluster-admin\b|["']?(?:Action|Principal|Resource)["']?\s{0,3}:\s{0,3}\[?\s{0,3}["']\*["']|AdministratorAccess|\bPublicRead(?:Write)?\b|public-read(?:-write)?\b|allUsers\b/,
  /Access-Control-Allow-Origin["']?\s{0,3}[:,=]\s{0,3}["']?\*|\bcors\s{0,3}\(\s{0,3}\)|\bcsrf\w{0,20}["']?\s{0,3}[:=]\s{0,3}(?:false|off|disabled?)|\b(?:auth|authentication|authorization|rls|encryption|signature_?verification|webhook_?verification|mfa|2fa)(?:[_-]?enabled|[_-]?required)?["']?\s{0,3}[:=]\s{0,3}(?:false|off|none|disabled?)\b|DISABLE ROW LEVEL SECURITY|GRANT ALL\b|algorithms?["']?\s{0,3}[:=]\s{0,3}\[?["']none["']/i,
  /\brm\s+-\w*[rf]\w*\s+(?:-\S+\s+)*["']?(?:\/\*?|~\/?\*?|\$HOME\/?\*?|\*|\.\*|--no-preserve-root)(?:["'\s]|$)|\b(?:mkfs(?:\.\w+)?|shred|wipefs)\s+\S|\bdd\s+.{0,80}of=\/dev\/|DROP (?:DATABASE|TABLE|SCHEMA)\b|:\(\)\s{0,2}\{|\bgit\s+push\s.{0,40}--force\b|\bformat\s+c:|\bdel\s+\/[sq]\s|Remove-Item\s.{0,80}-Recurse/i,
];

const secretName = String.raw`[A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|PRIVATE|CREDENTIAL|API_?KEY|ACCESS_?KEY|SESSION)[A-Z0-9_]{0,40}`;
const secretVariable = new RegExp(
  String.raw`(?:\$\{?|\$env:|%|process\.env\.|process\.env\[["']|os\.environ(?:\.get)?[\[(]["']|getenv\(["']|ENV\[["'])(${secretName})\b`,
  'g',
);
const secretFiles: readonly RegExp[] = [
  /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/root|\/home\/\w{1,30}|\/Users\/\w{1,30})\/?\\?\.(?:ssh\/(?:id_\w{2,20}|authorized_keys|\*)|aws\b|config\/gcloud|azure|kube\/config|netrc|npmrc|pypirc|docker\/config\.json|gnupg|git-credentials|bash_history|zsh_history|config\/gh|claude\b|codex\b)/i,
  /\/etc\/(?:shadow|passwd|sudoers)\b|\/proc\/self\/environ|169\.254\.169\.254|metadata\.google\.internal/i,
  /(?:^|[\s;&|(`$])(?:printenv|env|set|export\s+-p|declare\s+-x)\s*(?:\||>)|\b(?:gh\s+auth\s+token|gcloud\s+auth\s+print-\w{1,20}(?:-token)?|aws\s+configure\s+export-credentials|security\s+(?:find|dump)-\w{1,30}|op\s+(?:read|item\s+get)|vault\s+(?:read|kv\s+get)|kubectl\s+get\s+secrets?|heroku\s+config|vercel\s+env\s+pull|cat\s+\S{0,60}\.(?:env|pem|key)\b)/i,
  /(?:JSON\.stringify|Object\.entries|dict|json\.dumps)\(\s{0,3}(?:process\.env|os\.environ)|document\.cookie|localStorage\.getItem|navigator\.clipboard/i,
  /(?:-d|--data\S{0,10}|-F|--form|-T|--upload-file)[=\s]\s{0,3}["']?\S{0,40}@(?:~|\$HOME|\/etc|\.env|\S{0,40}\.(?:pem|key|env)\b)/,
];
const sources =
  /(?:^|\s)(?:--(?:registry|index-url|extra-index-url|default-index|index)|-i)[=\s]\s{0,3}["']?https?:|\b(?:npm|pnpm|yarn|bun|pip[\d.]*)\s+(?:config|set)\s+(?:set\s+)?\S{0,40}(?:registry|index-url)|\b(?:helm\s+repo\s+add|brew\s+tap|apt-add-repository|add-apt-repository|rpm\s+--import|apt-key\s+(?:add|adv)|gpg\s+--(?:import|recv-keys?)|dnf\s+config-manager|yum-config-manager|update-ca-(?:certificates|trust)|security\s+add-trusted-cert|certutil\s+-addstore|git\s+remote\s+(?:add|set-url)|conda\s+config\s+--add|scoop\s+bucket\s+add|gem\s+sources\s+(?:-a|--add)|git\s+config\s.{0,40}(?:insteadOf|hooksPath|core\.sshCommand|credential)|crontab\s+-|systemctl\s+enable|launchctl\s+load|schtasks\s+\/create|reg\s+add|ssh-copy-id|export\s+LD_PRELOAD|LD_PRELOAD=|npm\s+login|docker\s+login)|>>?\s*~?\S{0,40}(?:authorized_keys|\.bashrc|\.zshrc|\.profile|\/etc\/hosts|\/etc\/sudoers|sources\.list)/i;

const shells =
  /^(?:bash|sh|shell|zsh|fish|console|terminal|shell-?session|powershell|ps1|pwsh|cmd|bat|dos|text-?shell)$/;
/** Tools of an operating system or a language. The packages that they install or fetch are checked separately. */
const ordinary = new Set(
  `. [ [[ alias ansible dpkg rpm ren xcopy robocopy move rename attrib taskkill tasklist ipconfig ifconfig assoc where.exe cls pause title call goto rem pushd popd type fc findstr sort.exe ver vol path start-process stop-process get-process get-childitem get-service start-service stop-service test-path copy-item move-item rename-item select-string select-object where-object foreach-object out-file import-module new-object get-command get-help measure-command convertto-json convertfrom-json lsb_release getent chsh useradd usermod groupadd passwd adduser swapon mount umount lsblk fdisk crontab at screen tmux strace ltrace gdb lldb clang g++ ninja meson autoreconf pg_dump pg_restore mysqldump sqlite3 createuser dropdb initdb pg_ctl mongo mongodump mongorestore redis-server nvm fnm rbenv pyenv asdf mise direnv pre-commit pytest ruff black mypy jest vitest eslint prettier tsx ts-node next vite astro remix nuxt ng nest prisma drizzle-kit supabase firebase vercel netlify wrangler fly flyctl railway heroku doctl hcloud linode-cli oci pulumi cdk sam serverless packer vault consul nomad minikube kind k3d k3s kustomize skaffold argocd flux istioctl linkerd eksctl kubectx kubens stern k9s ab hey wrk k6 locust ffmpeg convert identify pandoc pdflatex latexmk hugo jekyll mkdocs sphinx-build mintlify mint docwright claude codex cursor gemini aider ollama huggingface-cli llama-server vllm apk apt apt-get aptitude awk aws az b2sum basename bash brew bun bunx bundle bzip2 cargo case cat cd certbot chgrp chmod chown clear cmake cmd code column comm composer conda cp createdb cron curl cut cut dash date dd declare deno df diff dig dir dirname dnf docker docker-compose done do dotnet du echo elif else env esac eval exit export expr false fi file find flutter fold for fzf function gcc gcloud gem gh git go gradle grep groups gunzip gzip head helm help history hostname htop http id if in ip java javac jobs join jq journalctl just kill kubectl less let ln local locate ls lsof make man md5sum mkdir mktemp more mv mvn mysql nano nc net netstat next nginx nix node nohup npm npx nslookup nvm openssl pacman paste patch perl php ping pip pip3 pipx pnpm poetry popd printenv printf ps psql pushd pwd py python python3 rails rake read readlink realpath redis-cli return rg rm rmdir rsync ruby rustc rustup scp sed select service set sha256sum shift shopt sleep sort source split ssh ssh-keygen stat sudo su swift systemctl tail tar tee test terraform then time timeout touch tr true tree type tsc ulimit uname uniq unset unzip update until uv uvx vi vim wait watch wc wget where which while whoami xargs xz yarn yes yq yum zip zsh add-content copy del echo. get-content get-item invoke-restmethod invoke-webrequest move new-item remove-item set set-content set-item setx start write-host write-output`.split(
    /\s+/,
  ),
);

export function findCommands(source: TextLine): Finding[] {
  const { text, number, fence, isContinued } = source;
  const line = decodeEscapes(text).trim();
  if (line === '') return [];
  const found: Finding[] = [];
  const command = line.replaceAll(/\s+/g, ' ');
  const ask = (...more: readonly string[]): string[] => [command.toLowerCase(), ...more];
  const add = (kind: Finding['kind'], value: string, askedBy: readonly string[]): void => {
    found.push({ kind, value, line: number, askedBy });
  };
  const hosts = (): string[] => findAddresses(source).map(({ value }) => value);
  if (downloads.some((pattern) => pattern.test(line))) add('download', command, ask(...onlyOne(hosts())));
  for (const pattern of weakenings) {
    const match = pattern.exec(line)?.[0].trim().replaceAll(/\s+/g, ' ');
    if (match !== undefined) add('weakening', match, ask(match.toLowerCase()));
  }
  if (sources.test(line)) add('registry', command, ask(...onlyOne(hosts())));
  for (const pattern of secretFiles) {
    const match = pattern.exec(line)?.[0].trim().replaceAll(/\s+/g, ' ');
    if (match !== undefined) add('secret', match, ask(match.toLowerCase()));
  }
  // A variable that isn't sent anywhere is only recorded as known, not reported.
  const isMinor = !/https?:|\b(?:curl|wget|fetch|nc|ssh|scp|requests|axios|irm|iwr)\b|^--?\w/i.test(line);
  for (const [, name = ''] of line.matchAll(secretVariable))
    found.push({ kind: 'secret', value: name, line: number, askedBy: ask(name.toLowerCase()), isMinor });
  const program = fence !== undefined && shells.test(fence) && !isContinued ? findProgram(line, fence) : undefined;
  if (program !== undefined) add('program', program, ask(program));
  return found;
}

/** Returns the host if there is only one: if a request names the only host in a command, the command is expected. */
const onlyOne = (hosts: readonly string[]): string[] => {
  const [host] = hosts;
  return host !== undefined && new Set(hosts).size === 1 ? [host] : [];
};

/** The program that a line of a shell session starts; `undefined` for output, data and the tools of every system. */
function findProgram(line: string, fence: string): string | undefined {
  const isSession = /^(?:console|terminal|shell-?session)$/.test(fence);
  const prompt = /^(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+[:\s]\S*\s*)?(?:[$#%❯➜]|PS [^>]{0,60}>|>)\s+/;
  if (isSession && !prompt.test(line)) return undefined;
  const words = line
    .replace(prompt, '')
    .replace(
      /^(?:sudo\s+(?:-\S+\s+)*|env\s+|time\s+|nohup\s+|exec\s+)*(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)*/,
      '',
    )
    .split(/\s+/);
  const program = words[0] ?? '';
  const isCommand = /^(?:[./~][\w./~-]*\/)?[a-z][\w-]{1,60}(?:\.[a-z]{2,4})?$/.test(program) && words.length <= 40;
  // Signs of a command: output and prose contain no prompt, path, option or variable.
  const looksRun =
    prompt.test(line) ||
    program.includes('/') ||
    words.length === 1 ||
    words.slice(1).some((word) => /^-{1,2}[a-z]|\$\w/i.test(word));
  if (!isCommand || !looksRun || /[.,:!?]$/.test(line)) return undefined;
  const name = program.replace(/^.*\//, '').toLowerCase();
  return ordinary.has(name) ? undefined : name;
}

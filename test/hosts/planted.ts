// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
/** Words of which no output may show one: a secret is made of two, with an odd sign between them. */
export const marks = ['Qx7wAlpha', 'Zk2vBeta'] as const

/** Secrets whose second half is lost on whoever stops at an odd sign. */
export const secrets: readonly string[] = [...'/@:+=!%*.-_$~,^', ''].map(sign => marks.join(sign))

/** Places of a command line in which people put secrets. */
export const planted: readonly ((secret: string) => string[])[] = [
  ...['postgres', 'mongodb+srv', 'redis', 'amqp+ssl', 'git+https', 'socks5h', 'sqlserver'].flatMap(scheme => [
    (pw: string) => [`${scheme}://me:${pw}@db.example.com/shop`],
    (pw: string) => ['-e', `DATABASE_URL=${scheme}://me:${pw}@db/shop`],
    (pw: string) => [`--dsn=${scheme}://me:${pw}@db:5432`],
    (pw: string) => ['--env', `A=B=${scheme}://:${pw}@db`],
    (pw: string) => ['sh', '-c', `node server.js --db ${scheme}://me:${pw}@db/shop --port 80`],
  ]),
  pw => [`https://${pw}@github.com/org/repo`],
  pw => [`https://${pw}:x-oauth-basic@github.com/org/repo`],
  pw => ['--from', `git+https://${pw}@github.com/org/repo@v1.2`],
  pw => [`me:${pw}@tcp(db:3306)/shop`],
  ...['--pass', '--password', '--pin', '--cookie', '--apikey', '--api-key', '--token', '--key'].flatMap(
    flag => [
      (pw: string) => [flag, pw],
      (pw: string) => [`${flag}=${pw}`],
      (pw: string) => [flag, `-${pw}`],
      (pw: string) => [flag.slice(1), pw],
      (pw: string) => ['sh', '-c', `cd /srv && node x.js ${flag} ${pw} --verbose`],
      (pw: string) => ['bash', '-lc', `node x.js ${flag}='${pw}'`],
    ],
  ),
  ...['--bearer', '--auth', '--auth-token', '--clientSecret', '--credentials', '--jwt', '--sig'].map(
    flag => (pw: string) => [flag, pw],
  ),
  ...['PGPASSWORD', 'MYSQL_PWD', 'REDIS_PASS', 'githubToken', 'STRIPE_KEY', 'SESSION_COOKIE'].flatMap(
    name => [
      (pw: string) => [`${name}=${pw}`],
      (pw: string) => ['-e', `${name}=${pw}`],
      (pw: string) => [`-e${name}=${pw}`],
      (pw: string) => [`--env=${name}=${pw}`],
      (pw: string) => ['sh', '-c', `${name}="${pw}" node x.js`],
      (pw: string) => ['sh', '-c', `export ${name}=${pw}; node x.js`],
    ],
  ),
  pw => ['--user', `me:${pw}`],
  pw => [`--user=me:${pw}`],
  pw => ['curl', '-u', `me:${pw}`, 'https://x'],
  pw => ['curl', `-ume:${pw}`, 'https://x'],
  pw => ['curl', '-b', `sid=${pw}`, 'https://x'],
  pw => ['smbclient', '-U', `me%${pw}`],
  pw => ['mysql', `-p${pw}`],
  pw => ['/usr/bin/mysqldump', '-u', 'me', `-p${pw}`, 'shop'],
  pw => ['redis-cli', '-a', pw],
  pw => ['sshpass', '-p', pw, 'ssh', 'me@x'],
  pw => ['sh', '-c', `mysql -u me -p${pw} shop`],
  pw => ['my-db-mcp', '-p', pw],
  pw => ['my-db-mcp', `-p${pw}`],
  pw => [`DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${pw}==;EndpointSuffix=core`],
  pw => ['--connection', `Server=db;User Id=sa;Password=${pw};Encrypt=true`],
  pw => ['--connection', `Server=db;User Id=sa;Pwd=${pw}`],
  pw => [`host=db user=me password=${pw} dbname=shop`],
  ...['code', 'token', 'access_token', 'key', 'api_key', 'sig', 'signature', 'password'].flatMap(name => [
    (pw: string) => [`https://x.example.com/mcp?a=b&${name}=${pw}&project=shop`],
    (pw: string) => [`--url=https://x.example.com/mcp?${name}=${pw}`],
    (pw: string) => [`https://x.example.com/cb#${name}=${pw}`],
  ]),
  pw => ['token', pw],
  pw => ['x', `token ${pw}`],
  pw => ['x', `Authorization: token ${pw}`],
  pw => ['--header', `X-Shop: ${pw}`],
  pw => [`--header=X-Shop: ${pw}`],
  pw => ['-H', `X-Shop: ${pw}`],
  pw => [`-HX-Shop: ${pw}`],
  pw => [`X-Api-Key: ${pw}`],
  pw => [`Bearer ${pw}`],
  pw => ['--config', JSON.stringify({ a: [{ apiKey: pw }] })],
  pw => ['--config', JSON.stringify({ env: { ANY: pw } })],
  pw => ['--config', JSON.stringify({ db: `postgres://me:${pw}@db` })],
  pw => ['--config', `{"password": '${pw}', broken`],
  pw => ['--config', `apiKey: ${pw}`],
  pw => ['--config', `{'secret':'${pw}'}`],
  pw => ['--token', `\${TOKEN:-${pw}}`],
  pw => [`\${TOKEN:-${pw}}`],
  pw => [`--db=\${DB_URL:-postgres://me:${pw}@db}`],
  ...['sk-', 'sk-ant-', 'sk_live_', 'ghp_', 'github_pat_', 'xoxb-', 'AKIA', 'glpat-', 'eyJ'].map(
    start => () => [`${start}${marks.join('0')}`],
  ),
]

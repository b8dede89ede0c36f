import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { EnvError } from '../variables/env-error.ts'
import {
  addressOf,
  commandOf,
  diskProblem,
  folderNameProblem,
  installProblem,
  memoryProblem,
  newDataBytes,
  nodeProblem,
  ownerProblem,
  portProblem,
  spaceProblem,
  type System,
} from './preflight.mjs'
import { cleanVariable, publicAddressProblem } from './variables.mjs'

const errorOf = (code: string) => Object.assign(new Error(code), { code })
const megabytes = (count: number) => () => count * 1_000_000

/** Owners of the paths that exist; everything is writable by its owner and by root. */
function systemOf(owners: Record<string, number>, uid: number): System {
  return {
    ownerOf: (path) => owners[path],
    isWritable: (path) => uid === 0 || owners[path] === uid,
    filesIn: (folder) => Object.keys(owners).filter((path) => path.startsWith(`${folder}/`)),
    nameOf: (id) => ({ 0: 'root', 998: 'quartet' })[id],
  }
}
const owned = (owners: Record<string, number>, uid: number) =>
  ownerProblem('/data', { uid, command: 'npm run operator -- grant ann@q.test', system: systemOf(owners, uid) })

describe('preflight', () => {
  test.each<[string, string | undefined, string[]]>([
    ['Node 18', nodeProblem('v18.20.4'), ['Node 20 or later', '18.20.4']],
    ['a folder with #', folderNameProblem('/srv/my#app'), ['/srv/my#app', '"#"', 'rename']],
    ['a folder with ?', folderNameProblem('/srv/app?'), ['"?"']],
    ['a folder with %20', folderNameProblem('/srv/my%20app'), ['"%20"']],
    ['a taken port', portProblem(errorOf('EADDRINUSE'), '::1', 3000), ['Port 3000 is taken']],
    ['a port of root', portProblem(errorOf('EACCES'), '127.0.0.1', 80), ['Port 80', 'PORT']],
    ['a host that does not exist', portProblem(errorOf('EADDRNOTAVAIL'), '::7', 3000), ['[::7]:3000', 'EADDRNOTAVAIL', 'HOST']],
    ['too little memory', memoryProblem(512_000_000, 900_000_000), ['900 MB', '512 MB']],
    ['a full disk at the first start', spaceProblem('/data', newDataBytes, megabytes(12)), ['disk is full', '/data', '12 MB', '100 MB']],
    [
      'a full disk later, by its code',
      diskProblem('/data', new Error('x', { cause: errorOf('ENOSPC') }), megabytes(40)),
      ['/data', '40 MB'],
    ],
    ['a full disk later, without a code', diskProblem('/data', new Error('PGlite failed'), megabytes(1)), ['disk is full', '1 MB']],
    [
      'root on the data of a service',
      owned({ '/data/db': 998, '/data/secret': 998 }, 0),
      ['/data', 'quartet', 'sudo -E -u quartet npm run operator -- grant ann@q.test'],
    ],
    ['root on the data of an account without a name', owned({ '/data/db': 61_184 }, 0), ["sudo -E -u '#61184' npm run"]],
    ['a secret of root', owned({ '/data/db': 998, '/data/secret': 0 }, 998), ['/data/secret', 'root', 'chown -R quartet /data/secret']],
    ['a file of root in the database', owned({ '/data/db': 998, '/data/db/base': 998, '/data/db/base/1': 0 }, 998), ['/data/db ', 'root']],
    ['files of root', owned({ '/data/files': 0 }, 998), ['/data/files', 'chown']],
  ])('%s is named in one line', (_name, problem, parts) => {
    expect(problem).toMatch(/^[^\n]+$/)
    for (const part of parts) expect(problem).toContain(part)
  })

  test.each<[string, string | undefined]>([
    ['Node 20', nodeProblem('v20.0.0')],
    ['Node 24', nodeProblem('v24.21.0')],
    ['a folder with spaces and Cyrillic letters', folderNameProblem('/srv/мои программы/100%')],
    ['enough memory', memoryProblem(1_000_000_000, 900_000_000)],
    ['a disk with space', spaceProblem('/data', newDataBytes, megabytes(200))],
    ['a failure on a disk with space', diskProblem('/data', errorOf('EIO'), megabytes(200))],
    ['a new data folder', owned({}, 0)],
    ['root on its own data', owned({ '/data/db': 0 }, 0)],
    ['a service on its own data', owned({ '/data/db': 998, '/data/db/base': 998, '/data/secret': 998 }, 998)],
  ])('%s is fine', (_name, problem) => expect(problem).toBeUndefined())

  const npm = (code: string, detail = '') =>
    `npm error code ${code}\nnpm error ${detail}\nnpm error A complete log of this run can be found in: …\n`
  const vite = 'https://mirror.example:8443/@rolldown%2fpluginutils/-/pluginutils-1.0.0.tgz'
  test.each<[string, string, string[]]>([
    [
      'an unknown name',
      npm('ENOTFOUND', `network request to ${vite} failed, reason: getaddrinfo`),
      ['mirror.example:8443', 'was not found'],
    ],
    ['no DNS', npm('EAI_AGAIN', `request to ${vite} failed`), ['was not found (EAI_AGAIN)']],
    ['a closed port', npm('ECONNREFUSED', `request to ${vite} failed`), ['cannot be reached (ECONNREFUSED)', 'proxy']],
    ['a slow registry', npm('ETIMEDOUT', `request to ${vite} failed`), ['did not answer in time', 'start again']],
    [
      'a mirror that forbids',
      npm('E403', `403 Forbidden - GET ${vite}`),
      ['refuses @rolldown/pluginutils (403)', 'npm config delete registry'],
    ],
    ['a mirror that wants a sign-in', npm('E401', `401 Unauthorized - GET ${vite}`), ['refuses', 'npm login']],
    ['a mirror that is behind', npm('E404', `404 Not Found - GET ${vite}`), ['does not have @rolldown/pluginutils (404)']],
    ['a mirror that is out of order', npm('E503', `503 - GET ${vite}`), ['cannot be reached (503)']],
    ['a certificate', npm('SELF_SIGNED_CERT_IN_CHAIN', `request to ${vite} failed`), ['is not trusted', 'NODE_EXTRA_CA_CERTS']],
    [
      'a clock that is wrong',
      npm('CERT_NOT_YET_VALID', `request to ${vite} failed`),
      ['mirror.example:8443', new Date().toISOString().slice(0, 10), 'Set it'],
    ],
    ['a changed package', npm('EINTEGRITY', `sha512-a integrity checksum failed`), ['EINTEGRITY', 'npm cache clean']],
    ['a home folder that is read-only', npm('EROFS', 'path /root/.npm/_cacache'), ['/root/.npm/_cacache (EROFS)', 'npm_config_cache']],
    ['no home folder', npm('ENOENT', 'path /nonexistent/.npm'), ['/nonexistent/.npm (ENOENT)', 'npm_config_cache']],
    ['a full disk', npm('ENOSPC'), ['The disk is full']],
    ['an older npm', `npm ERR! code E404\nnpm ERR! 404 Not Found - GET ${vite}\n`, ['does not have']],
  ])('an installation that fails is explained in one line: %s', (_name, printed, parts) => {
    const problem = installProblem(printed, '/srv/quartet')
    expect(problem).toMatch(/^[^\n]+$/)
    for (const part of parts) expect(problem).toContain(part)
  })

  test('other failures of npm keep their own words', () => {
    expect(installProblem(npm('EUSAGE', 'npm ci can only install with an existing package-lock.json'), '/srv')).toBeUndefined()
    expect(installProblem('Killed', '/srv')).toBeUndefined()
  })

  test('the command to type again is the one that was typed', () => {
    const argv = ['node', 'scripts/operator.ts', 'grant', "o'ann@q.test"]
    expect(commandOf({ env: { npm_lifecycle_event: 'operator' }, argv })).toBe(`npm run operator -- grant 'o'\\''ann@q.test'`)
    expect(commandOf({ env: { npm_lifecycle_event: 'start' }, argv: ['node', 'dist/host/serve.js'] })).toBe('npm start')
    expect(commandOf({ env: {}, argv: ['node', 'dist/host/serve.js'] })).toBe('node dist/host/serve.js')
  })

  test('an IPv6 address is written in brackets', () => {
    expect([addressOf('::1', 80), addressOf('localhost', 80)]).toEqual(['[::1]:80', 'localhost:80'])
  })
})

describe('values of variables', () => {
  test.each([
    ['a line end of Windows', '3000\r', '3000'],
    ['spaces', ' 3000 ', '3000'],
    ['quotes', '"3000"', '3000'],
    ['quotes and a line end', `'3000'\r\n`, '3000'],
    ['nothing but a line end', '\r', ''],
  ])('%s around a value has no effect', (_name, raw, value) => expect(cleanVariable('PORT', raw)).toEqual({ value }))

  test.each([
    ['a line break inside', 'DATA_DIR', '/srv/a\nb', '"/srv/a\\nb"'],
    ['one quote', 'DATA_DIR', '"/srv/data', '"\\"/srv/data"'],
    ['a tilde', 'BACKUP_DIR', '~/backups', 'write "/home/ann/backups"'],
    ['a name of which a folder exists as it is written', 'DATA_DIR', 'data\r', '"data\\r"'],
  ])('%s in a folder is refused with the value shown', (_name, name, raw, shown) => {
    const { problem } = cleanVariable(name, raw, { exists: (path) => path.endsWith('\r'), home: '/home/ann' })
    expect(problem).toMatch(new RegExp(`^${name} [^\\n]+\\.$`))
    expect(problem).toContain(shown)
  })

  test('a secret is used as it is written, and no problem shows a value of a secret variable', () => {
    const secret = ` ${'s'.repeat(40)}\r`
    expect(readEnv({ SECRET: secret }).SECRET).toBe(secret)
    expect(cleanVariable('OPENAI_API_KEY', 'sk-1\n2').problem).not.toContain('sk-1')
  })

  test('the server reads cleaned values', () => {
    expect(readEnv({ DATA_DIR: '/srv/data\r', PUBLIC_URL: '"https://q.test/"', PORT: '80 ' })).toMatchObject({
      DATA_DIR: '/srv/data',
      PUBLIC_URL: 'https://q.test/',
      PORT: 80,
    })
    expect(() => readEnv({ DATA_DIR: '~/data' })).toThrow(EnvError)
  })

  test.each(['http://q.test:5330?x=1', 'http://q.test:5330/app', 'http://q.test:5330/#top', 'http://q.test:5330/?'])(
    'the public address %s is refused with what is meant',
    (address) => {
      expect(() => readEnv({ PUBLIC_URL: address })).toThrow(
        /^PUBLIC_URL must [^\n]+"http:\/\/q\.test:5330" is probably meant\. [^\n]+[^.]\.$/,
      )
      expect(publicAddressProblem('http://q.test:5330/')).toBeUndefined()
    },
  )

  test('a password in the public address is refused and not shown', () => {
    expect(publicAddressProblem('http://ann:s3cret@q.test')).toMatch(/"http:\/\/q\.test" is probably meant/)
    expect(publicAddressProblem('http://ann:s3cret@q.test')).not.toContain('s3cret')
  })
})

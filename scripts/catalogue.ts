// For publishers of a feed of the model catalogue: makes a key pair, checks, signs and compares feeds.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { compareCatalogues } from '#app/server/core/operation/catalogue/compare-catalogues.ts'
import { shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { catalogueOf, checkFeed, type Feed, isSigned } from '#app/server/providers/catalogue/feed.ts'
import { signatureAddress } from '#app/server/providers/catalogue/fetch-feed.ts'
import { shipped } from '#app/server/providers/catalogue/shipped.ts'
import { sentenceOf } from '#app/server/providers/models-file/check-models.ts'

const usage = `npm run catalogue -- COMMAND

  keys KEY.pem              make a key pair: the private key into a new file, the public key on the screen, for MODELS_FEED_KEY
  new FEED.json             write the catalogue of this release as a feed with the next version, to edit
  check FEED.json           check a feed
  sign FEED.json KEY.pem    check a feed and write its signature to FEED.json.sig
  diff FEED.json [OTHER]    show what a feed changes, compared with another one or with the catalogue of this release`

/** A mistake of the person at the command line. */
class UsageError extends Error {}

async function readChecked(path: string): Promise<Feed> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read.`)
  })
  let content: unknown
  try {
    content = JSON.parse(source)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
  const checked = checkFeed(content)
  if ('problems' in checked) throw new UsageError(checked.problems.map((problem) => `${path}: ${sentenceOf(problem)}`).join('\n'))
  return checked.feed
}

const publicKeyOf = (x: string | undefined) => Buffer.from(x ?? '', 'base64url').toString('base64')

async function makeKeys(path: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' }).catch(() => {
    throw new UsageError(`${path} cannot be written, or exists already.`)
  })
  return `The private key is in ${path}: keep it secret.\nMODELS_FEED_KEY=${publicKeyOf(publicKey.export({ format: 'jwk' }).x)}`
}

async function writeNew(path: string): Promise<string> {
  const models = Object.assign(
    {},
    ...Object.values(shipped).map((file) => (typeof file === 'object' && file && 'models' in file ? file.models : {})),
  )
  const feed = { format: 1, version: shippedCatalogue.version + 1, date: new Date().toISOString().slice(0, 10), models }
  await writeFile(path, `${JSON.stringify(feed, null, 2)}\n`, { flag: 'wx' }).catch(() => {
    throw new UsageError(`${path} cannot be written, or exists already.`)
  })
  return `${path} has version ${feed.version}.`
}

async function check(path: string): Promise<string> {
  const { version, date, models } = await readChecked(path)
  return `${path} is in order: version ${version} of ${date}, ${Object.keys(models).length} models.`
}

async function signFeed(path: string, keyPath: string): Promise<string> {
  await readChecked(path)
  const content = await readFile(path)
  const key = createPrivateKey(
    await readFile(keyPath).catch(() => {
      throw new UsageError(`${keyPath} cannot be read.`)
    }),
  )
  const signature = sign(null, content, key).toString('base64')
  if (!isSigned(content, signature, publicKeyOf(key.export({ format: 'jwk' }).x))) throw new UsageError(`${keyPath} is not an Ed25519 key.`)
  const target = signatureAddress(path)
  await writeFile(target, `${signature}\n`)
  return `The signature is in ${target}. Publish both together.`
}

async function diff(path: string, other: string | undefined): Promise<string> {
  const before = other === undefined ? shippedCatalogue : catalogueOf(await readChecked(other), other)
  const after = catalogueOf(await readChecked(path), path)
  const lines = compareCatalogues(before, after).map(({ kind, id, facts, ends_at: end, successor }) => {
    const details = [...facts, ...(end === null ? [] : [`ends ${end}`]), ...(successor === null ? [] : [`successor ${successor}`])]
    return `${kind.padEnd(8)} ${id}${details.length > 0 ? `: ${details.join(', ')}` : ''}`
  })
  return [`Version ${before.version} of ${before.date} → version ${after.version} of ${after.date}`, ...lines].join('\n')
}

async function run([command, path, more]: readonly string[]): Promise<string> {
  if (path === undefined) throw new UsageError(usage)
  if (command === 'keys') return makeKeys(path)
  if (command === 'new') return writeNew(path)
  if (command === 'check') return check(path)
  if (command === 'sign' && more !== undefined) return signFeed(path, more)
  if (command === 'diff') return diff(path, more)
  throw new UsageError(usage)
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

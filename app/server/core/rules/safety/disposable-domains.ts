import { domainToAscii } from '#app/contract/account/email.ts'
import { readFile } from 'node:fs/promises'
import type { Env } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'

/** Email domains with public or short-lived mailboxes. */
export type DisposableDomains = { hasAddress(email: string): boolean }

/** The list of the package, which takes long to copy. */
let builtIn: Promise<ReadonlySet<string>> | undefined

async function readBuiltIn(): Promise<ReadonlySet<string>> {
  const { disposableEmailBlocklist } = await import('disposable-email-domains-js')
  return new Set(disposableEmailBlocklist())
}

/** Reads the built-in list and the operator's file. */
export async function readDisposableDomains({
  DISPOSABLE_DOMAINS_FILE: path,
}: Pick<Env, 'DISPOSABLE_DOMAINS_FILE'>): Promise<DisposableDomains> {
  builtIn ??= readBuiltIn()
  const domains = path === undefined ? await builtIn : new Set([...(await builtIn), ...(await readList(path))])
  return { hasAddress: (email) => isOfDomains(domains, email) }
}

/** Whether the address is of one of the domains, or of a subdomain. */
export function isOfDomains(domains: ReadonlySet<string>, email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_label, index) => domains.has(labels.slice(index).join('.')))
}

/** One domain per line; `#` starts a comment. */
async function readList(path: string): Promise<string[]> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new EnvError('DISPOSABLE_DOMAINS_FILE must be a file that can be read.')
  })
  return source.split(/\r?\n/).flatMap((line, index) => {
    const domain = domainToAscii(line.replace(/#.*/, '').trim().toLowerCase().normalize('NFC'))
    if (domain === '') return []
    if (!/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(domain))
      throw new EnvError(`DISPOSABLE_DOMAINS_FILE must list domains such as example.com; line ${index + 1} is not one.`)
    return [domain]
  })
}

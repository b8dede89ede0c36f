import * as v from 'valibot'
import { requestPublic } from '#app/server/egress/fetch-public.ts'
import { version } from '#app/server/version.ts'
import { cleanName } from '../../clean-name.ts'
import { ProgramRefusal } from './program-refusal.ts'
import { isRedirectUri } from './redirect-uris.ts'

/** A description is a few lines. */
const mostBytes = 16_384
const patienceMs = 5_000
const longestName = 60

const redirectUrisSchema = v.pipe(v.array(v.pipe(v.string(), v.check(isRedirectUri))), v.minLength(1), v.maxLength(20))

/** A program's own description (RFC 7591). Fields of which nothing is used here are ignored. */
export const clientDocumentSchema = v.object({
  client_name: v.optional(v.string()),
  redirect_uris: redirectUrisSchema,
  token_endpoint_auth_method: v.optional(v.string()),
})

/** The name in one line, without characters that are invisible or change the direction of a line. */
export function shownName(name: string | undefined, otherwise: string): string {
  const visible = cleanName(name?.normalize('NFC').replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''))
  return [...(visible ?? otherwise)].slice(0, longestName).join('')
}

/**
 * Whether an id is the address of a program's description. It has a path, and is written as the URL parser would write it, so that two ids
 * are never one address.
 */
export function isClientAddress(id: string, ownOrigins: readonly string[]): boolean {
  const url = URL.parse(id)
  if (!url || url.href !== id || id.length > 500) return false
  if (url.protocol !== 'https:' && !ownOrigins.includes(url.origin)) return false
  return url.pathname !== '/' && url.hash === '' && !id.includes('#') && url.username === '' && url.password === ''
}

/**
 * Reads the description of a program at its address, which strangers choose: only a public one is asked, once, without redirects, and for a
 * short answer.
 */
export async function readClientDocument(address: string, { ownOrigins }: { ownOrigins: readonly string[] }) {
  const text = await download(address, ownOrigins).catch((cause: unknown) => {
    throw new ProgramRefusal('invalid_client', 'The metadata document of this client_id could not be read.', { cause })
  })
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.object({ ...clientDocumentSchema.entries, client_id: v.literal(address) })),
    text,
  )
  if (!read.success) throw new ProgramRefusal('invalid_client', 'The metadata document of this client_id is not valid.')
  if ((read.output.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new ProgramRefusal('invalid_client', 'Only public clients are supported: token_endpoint_auth_method must be "none".')
  return { name: shownName(read.output.client_name, new URL(address).host), redirectUris: read.output.redirect_uris }
}

async function download(address: string, ownOrigins: readonly string[]): Promise<string> {
  const response = await requestPublic(address, {
    headers: { accept: 'application/json', 'user-agent': `Quartet/${version}` },
    ownOrigins,
    signal: AbortSignal.timeout(patienceMs),
  })
  try {
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers['content-type'] ?? '')) throw new Error('not JSON')
    const parts: Buffer[] = []
    let bytes = 0
    const chunks: AsyncIterable<Buffer> = response
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new Error('too long')
      parts.push(chunk)
    }
    return Buffer.concat(parts).toString('utf8')
  } finally {
    response.destroy()
  }
}

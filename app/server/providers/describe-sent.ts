import type { SentCall } from '#app/contract/base/call-failures.ts'

/** Headers in which services take a key. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key', 'x-key', 'xi-api-key', 'api-key'] as const
const keyQuery = /key|token|secret|signature|password/i

/** Settings such as `16:9`, `gpt-6-luna` and `image/png`. Other strings are replaced by their length, because they may be a person's words. */
const setting = /^[\w.:/+@%-]{0,80}$/
const base64 = /^[\w+/-]{200,}={0,2}$/
const mostEntries = 30
const deepest = 8
const longest = 16_000

/** Describes a call as it is sent, without its key, and with the sizes of files and of the texts of people. */
export function describeSent(url: URL, init: RequestInit | undefined, texts: readonly string[]): SentCall {
  const headers = new Headers(init?.headers)
  const header = keyHeaders.find((name) => headers.has(name))
  const scheme = header === 'authorization' ? /^(\w+) /.exec(headers.get(header) ?? '')?.[1] : undefined
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !keyQuery.test(name)))
  return {
    method: init?.method ?? 'GET',
    path: query.size > 0 ? `${url.pathname}?${query}` : url.pathname,
    auth: header === undefined ? null : [`${header}:`, scheme].filter((part) => part !== undefined).join(' '),
    form: init?.body instanceof FormData,
    body: bodyOf(init?.body, new Set(texts)),
  }
}

function bodyOf(body: RequestInit['body'], texts: ReadonlySet<string>): unknown {
  if (body == null) return null
  if (body instanceof FormData) {
    const fields = [...body].map(([name, value]) => [
      name,
      typeof value === 'string' ? shorten(value, texts) : fileOf(value.type, value.size),
    ])
    return Object.fromEntries(fields)
  }
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return fileOf('', body.byteLength)
  if (typeof body !== 'string') return '[stream]'
  try {
    const short = shortenAll(JSON.parse(body), texts, 0)
    return JSON.stringify(short).length > longest ? textOf(body) : short
  } catch {
    return textOf(body)
  }
}

function shortenAll(value: unknown, texts: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === 'string') return shorten(value, texts)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[…]'
  if (Array.isArray(value)) {
    const first = value.slice(0, mostEntries).map((one) => shortenAll(one, texts, depth + 1))
    return value.length > mostEntries ? [...first, `[${value.length - mostEntries} more]`] : first
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortenAll(one, texts, depth + 1)]))
}

const fileOf = (type: string, bytes: number) => `[${type === '' ? '' : `${type}, `}${bytes} bytes]`
const textOf = (text: string) => `[${text.length} characters]`
const decodedBytes = (encoded: string) => Math.floor((encoded.length * 3) / 4)

function shorten(text: string, texts: ReadonlySet<string>): string {
  const uri = /^data:([\w/+.-]+);base64,/.exec(text)
  if (uri) return fileOf(uri[1] ?? '', decodedBytes(text.slice(uri[0].length)))
  if (base64.test(text)) return fileOf('', decodedBytes(text))
  if (/^https?:\/\//.test(text)) return '[address]'
  return setting.test(text) && !texts.has(text) ? text : textOf(text)
}

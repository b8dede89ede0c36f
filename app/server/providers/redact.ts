/** Characters of a sentence that are kept. */
const longestSentence = 500
const longestBody = 64 * 1024
/** Characters of a person's texts that are compared; only services with long histories get more. */
const longestText = 200_000

const sentenceKeys =
  /^(?:message|msg|detail|details|error|errors|error_message|reason|title|description|failure|failure_reason|finishmessage|raimediafilteredreasons|name|fault)$/i

/** Returns the sentences of an answer, in the order in which it has them; null if it has none. */
export function sentenceOf(body: unknown): string | null {
  const read = typeof body === 'string' ? parse(body.slice(0, longestBody)) : body
  if (typeof read === 'string') return pageTitle(read) ?? (read.trim() === '' ? null : read.trim())
  const found = new Set<string>()
  const visit = (value: unknown, depth: number, isNamed: boolean) => {
    if (typeof value === 'string') {
      if (isNamed && value.trim() !== '') found.add(value.trim())
    } else if (Array.isArray(value)) for (const one of value.slice(0, 20)) visit(one, depth + 1, isNamed)
    else if (typeof value === 'object' && value !== null && depth < 6)
      for (const [key, one] of Object.entries(value).slice(0, 50)) visit(one, depth + 1, sentenceKeys.test(key))
  }
  visit(read, 0, false)
  // A message within a message is the same one again, in a gateway's words.
  const sentences = [...found].filter((one, _, all) => !all.some((other) => other !== one && other.includes(one)))
  return sentences.length === 0 ? null : sentences.join(' · ')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the title of a page; null if the text is no page. */
function pageTitle(text: string): string | null {
  if (!text.trimStart().startsWith('<')) return null
  const from = text.toLowerCase().indexOf('<title')
  const title = from < 0 ? '' : text.slice(text.indexOf('>', from) + 1).split('<', 1)[0]
  return title?.trim() || '(HTML)'
}

/** Addresses with a scheme, whose parts would look like words of their own. */
const addresses = /(?:https?|wss?|ftp|s3|gs|file|postgres(?:ql)?|redis):\/\/[^\s"'<>]+/gi
const files = /data:[\w/+.-]{1,80};base64,[\w+/=]+/gi
const parts = /[^\s"'“”„‘’`<>()[\],;=|]+/g
const keyPrefix = /^(?:sk|pk|rk|xai|gsk|r8|hf|fal|key|tok|org|proj|luma)[-_]|^AIza/i

/** Returns what a part of a sentence is that no log may have; undefined for a word. */
function secretOf(part: string, before: string): string | undefined {
  if (part.includes('***') || (part.length >= 8 && (keyPrefix.test(part) || /^bearer$/i.test(before)))) return '[key]'
  if (/^[^@]+@[^@]+$/.test(part) && part.includes('.')) return '[address]'
  if (/^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/.test(part)) return '[address]'
  const [host = '', port, ...more] = part.split(':')
  if (
    more.length === 0 &&
    /^\d{2,5}$/.test(port ?? '') &&
    /^(?:localhost$|[a-z][\w.-]*$)/i.test(host) &&
    (host.includes('.') || host === 'localhost')
  )
    return '[address]'
  // Long words of letters and digits: keys, and ids of requests.
  return part.length >= 24 && /^[\w-]+$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part) ? '[id]' : undefined
}

function withoutSecrets(sentence: string): string {
  let before = ''
  return sentence
    .replaceAll(files, '[file]')
    .replaceAll(addresses, '[address]')
    .replaceAll(parts, (part) => {
      const word = part.replace(/[.:!?]$/, '')
      const secret = secretOf(word, before)
      before = word
      return secret === undefined ? part : `${secret}${part.slice(word.length)}`
    })
}

const gap = '[…]'

/** Removes a person's texts, keys and addresses from a sentence, and cuts it. */
export function redact(sentence: string, texts: readonly string[]): string {
  const masked = withoutSecrets(withoutTexts(sentence, texts))
  return masked.length > longestSentence ? `${masked.slice(0, longestSentence - 1)}…` : masked
}

const wordPattern = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string) => (text.slice(0, longestText).match(wordPattern) ?? []).map((word) => word.toLowerCase())

/** Replaces whatever a sentence repeats of the texts: the whole of a short one, and three words in a row of a longer one. */
function withoutTexts(sentence: string, texts: readonly string[]): string {
  const runs = new Set<string>()
  for (const text of texts) {
    const words = wordsOf(text)
    const length = Math.min(3, words.length)
    for (let at = 0; length > 0 && at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '))
  }
  const words = [...sentence.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))
  const hidden = words.map(() => false)
  for (let at = 0; at < words.length; at += 1)
    for (const length of [1, 2, 3]) {
      const run = words.slice(at, at + length)
      if (run.length === length && runs.has(run.map(({ word }) => word).join(' '))) hidden.fill(true, at, at + length)
    }
  let left = ''
  let from = 0
  for (const [at, { from: begins, to }] of words.entries()) {
    if (!hidden[at]) continue
    if (!hidden[at - 1]) left += `${sentence.slice(from, begins)}${gap}`
    from = to
  }
  return left + sentence.slice(from)
}

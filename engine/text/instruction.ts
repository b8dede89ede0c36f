import { languageOf } from '../protocol/voices.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'
import { instructionWords } from './instruction-words.ts'
import type { Task } from './instruction-words.ts'

export type Instruction = {
  task: Task
  /** The number of sentences, points or words asked for. */
  count: number | null
  isBrief: boolean
  isHaiku: boolean
  /** The text to work on, or the theme of a verse; empty if there is only the instruction. */
  subject: string
  /** Of a verse: its theme as written with its preposition, such as "о море". */
  theme: string | null
  /** The instruction as written. */
  words: string
}

const edge = '(?![\\p{L}\\p{N}])'
/** Instructions are short; a longer beginning is a text. */
const maxInstruction = 160
const maxTheme = 80
const wide = (pattern: string) => pattern.replaceAll(' ', '\\s+')
const start = (language: SpeechLanguage) => `^(?:(?:${wide(instructionWords[language].lead)})${edge}[\\s,.!]*){0,4}`

type Form = {
  task: Task
  pattern: RegExp
  /** A verb names the task by itself. */
  isVerb: boolean
  /** The text follows without a mark in between. */
  isJoined: boolean
}

function formsOf(language: SpeechLanguage): Form[] {
  const { give, before, source, size, after, tasks } = instructionWords[language]
  const asked = `(?<give>(?:${wide(give)})\\s+)?(?<before>(?:(?:${wide(before)})\\s+)*)`
  const of = wide(
    `(?:(?: (?:${source.prepositions}))?(?:(?: (?:${source.pointers})${edge})+(?: (?:${source.names}))?| (?:${source.names})))?(?: (?:${source.tail}))*`,
  )
  const end = '(?<end>\\s*[:：]|\\s*[.?!…]+(?=\\s|$)|\\s+[-–—](?=\\s)|\\s*(?=\\n)|\\s*$)'
  const rest = `${edge}${of}${edge}${wide(size)}(?:\\s+(?:${wide(after)})${edge})*${end}`
  return tasks.flatMap(({ task, verbs, things }) => [
    ...(verbs
      ? [
          { task, isVerb: true, isJoined: false, pattern: new RegExp(`${start(language)}(?<name>${wide(verbs)})${rest}`, 'iu') },
          { task, isVerb: true, isJoined: true, pattern: new RegExp(`${start(language)}(?<name>${wide(verbs)})${edge}\\s+`, 'iu') },
        ]
      : []),
    { task, isVerb: false, isJoined: false, pattern: new RegExp(`${start(language)}${asked}(?<name>${wide(things)})${rest}`, 'iu') },
  ])
}

function versePattern(language: SpeechLanguage): RegExp {
  const { give, before, verse } = instructionWords[language]
  return new RegExp(
    `${start(language)}(?<give>(?:${wide(give)})\\s+)?(?:(?:${wide(before)})\\s+)*(?<name>${verse.things})${edge}(?:\\s+(?<about>${wide(verse.about)})${edge}|\\s*[:：]|\\s+[-–—](?=\\s)|\\s*\\n|\\s*(?=[.?!]*\\s*$))\\s*`,
    'iu',
  )
}

const forms = { en: formsOf('en'), ru: formsOf('ru') }
const verses = { en: versePattern('en'), ru: versePattern('ru') }

/** The instruction that a prompt begins or ends with; null if it is a text or a request of another kind. */
export function readInstruction(prompt: string): Instruction | null {
  const head = prompt.slice(0, maxInstruction)
  const language = languageOf(head.split('\n')[0] ?? head)
  return readVerse(prompt, language) ?? readFront(prompt, language) ?? readBack(prompt)
}

function readVerse(prompt: string, language: SpeechLanguage): Instruction | null {
  const found = verses[language].exec(prompt.slice(0, maxInstruction))
  if (!found) return null
  const { give, name = '', about } = found.groups ?? {}
  const theme = prompt.slice(found[0].length)
  if (!give && !about && theme === '' && !/^(?:haiku|хокку|хайку)/iu.test(name)) return null
  const rest = unquote(theme.replace(/^\s*[:：–—-]\s*/u, ''))
  const [first = ''] = /^[^.?!\n]*/u.exec(rest) ?? []
  const isTheme = first.trim().length <= maxTheme
  return {
    task: 'verse',
    count: null,
    isBrief: false,
    isHaiku: instructionWords[language].verse.haiku.test(name),
    subject: rest,
    theme: isTheme && first.trim() !== '' ? [language === 'ru' ? about : undefined, unquote(first)].filter(Boolean).join(' ') : null,
    words: prompt.slice(0, prompt.length - theme.length).trim(),
  }
}

function readFront(prompt: string, language: SpeechLanguage): Instruction | null {
  const head = prompt.slice(0, maxInstruction)
  for (const { task, pattern, isVerb, isJoined } of forms[language]) {
    const found = pattern.exec(head)
    if (!found) continue
    const { give, end = '' } = found.groups ?? {}
    const subject = unquote(prompt.slice(found[0].length))
    if (isJoined && !opensText(prompt, subject)) continue
    // «План города утверждён.» and "Summary. We met…" are texts.
    if (/^\s*[.?!…]/u.test(end) && !isVerb && !give) continue
    return { task, ...sizeOf(found, language), isHaiku: false, subject, theme: null, words: found[0].trim() }
  }
  return null
}

/** An instruction after the text: on a line of its own, or as the last sentence. */
function readBack(prompt: string): Instruction | null {
  const text = prompt.trimEnd()
  const last = /(?:\n|[.!?…"»”]\s)\s{0,20}([^\n.!?…]{4,100}[.!?…]?)$/u.exec(text.slice(-maxInstruction - 40))?.[1]
  if (last === undefined) return null
  const language = languageOf(last)
  for (const { task, pattern, isVerb, isJoined } of forms[language]) {
    const found = isJoined ? null : pattern.exec(last)
    if (!found || found[0].length < last.length || !(isVerb || found.groups?.give)) continue
    const subject = unquote(text.slice(0, text.length - last.length))
    return { task, ...sizeOf(found, language), isHaiku: false, subject, theme: null, words: last.trim() }
  }
  return null
}

/** A text begins with a capital letter, a quote or a number, unless nothing of it is capitalized. */
const opensText = (prompt: string, subject: string) =>
  /^["“«'(\p{Lu}\p{N}]/u.test(subject) || (!/\p{Lu}/u.test(prompt) && /[.!?]\s+\S/u.test(subject))

function sizeOf({ groups = {} }: RegExpExecArray, language: SpeechLanguage): Pick<Instruction, 'count' | 'isBrief'> {
  const { numbers, words } = instructionWords[language]
  const { number, unit = '', before = '' } = groups
  const isBrief = words.test(unit)
  if (isBrief) return { count: null, isBrief }
  const counts = [number ?? '', ...before.split(/\s+/u)].map((word) => {
    if (/^\d{1,2}$/u.test(word)) return Number(word)
    return numbers.findIndex((form) => new RegExp(`^(?:${form})$`, 'iu').test(word)) + 1
  })
  const count = counts.find((one) => one > 0)
  return { count: count === undefined ? null : Math.min(count, 20), isBrief }
}

/** Removes quotes around the whole. */
function unquote(text: string): string {
  const plain = text.trim()
  const inner = /^(?:"([^"]*)"|“([^”]*)”|«([^«»]*)»|'([^']*)'|```\w*\n([^`]*)```)[.!?]?$/u.exec(plain)
  return (inner?.slice(1).find((group) => group !== undefined) ?? plain).trim()
}

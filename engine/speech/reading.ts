import type { SpeechLanguage } from '../protocol/voices.ts'
import type { Around, Rule } from './rule.ts'
import { englishRules } from './rules-en.ts'
import { russianRules } from './rules-ru.ts'

/** The punctuation after a piece within a sentence; `Close` ends the sentence. */
export type Mark = '' | ',' | ';' | ':' | '–' | '('
export type Close = '.' | '?' | '!'

/** A stretch of text in one language. */
export type Piece = {
  start: number
  end: number
  said: string
  language: SpeechLanguage
  after: Mark
}

export type Sentence = {
  start: number
  end: number
  pieces: Piece[]
  close: Close
  /** The break after the sentence: same paragraph, new line or new paragraph. */
  follows: 'sentence' | 'line' | 'paragraph'
}

export type Reading = { /** The text without its markup; all offsets refer to it. */ text: string; sentences: Sentence[] }

const rules: Record<SpeechLanguage, Rule[]> = { en: englishRules, ru: russianRules }
const markStrength: Mark[] = ['', ',', '–', '(', ';', ':']

/** Removes Markdown marks and line breaks within sentences. */
export function stripMarkup(text: string): string {
  return text
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/gu, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>+|[-*+•])[ \t]+/gmu, '')
    .replace(/(\*\*|__|`{1,3}|~~)/gu, '')
    .replace(/(?<!\p{L})\*(?=\S)|(?<=\S)\*(?!\p{L})/gu, '')
    .replace(/(?<![ \t])[ \t]+\n/gu, '\n')
    .replace(/(?<=[\p{L},–—-])\n(?=\p{Ll})/gu, ' ')
    .replace(/\u0301/gu, '')
    .trim()
}

const addressPattern =
  /(?:https?:\/\/)?(?:[\p{L}\p{N}_.+-]{1,64}@)?(?:[\p{L}\p{N}-]{1,63}\.){1,5}(?:com|org|net|edu|gov|info|io|dev|app|me|tv|co|uk|de|fr|eu|ru|su|by|kz|ua|рф|travel|store|online|site|ai|local)(?:\/[\p{L}\p{N}._~%/-]*)?(?:[?#][^\s]{0,2000})?(?![\p{L}\p{N}])|https?:\/\/[^\s<>"»]{1,2000}|@[\p{L}\p{N}_]{2,40}/uy
const addressWords: Record<SpeechLanguage, Record<string, string>> = {
  en: { '.': 'dot', '@': 'at', '/': 'slash', '-': 'dash', _: 'underscore', '+': 'plus', '~': 'tilde', '%': 'percent' },
  ru: { '.': 'точка', '@': 'собака', '/': 'слэш', '-': 'дефис', _: 'подчёркивание', '+': 'плюс', '~': 'тильда', '%': 'процент' },
}
const wordPattern =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’-]\p{Script=Latin}+)*|\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}]*(?:[’'-]\p{Script=Cyrillic}+)*/uy
const closePattern = /(?:\.{3,}|…|[.!?]+)["»”’)\]]*/uy
const maxAround = 6

/**
 * Reads a text: its sentences and, for every stretch of them, the spoken words and their language. A text without letters is read in
 * `fallback`.
 */
export function readText(given: string, fallback: SpeechLanguage): Reading {
  const text = stripMarkup(given)
  const sentences: Sentence[] = []
  let offset = 0
  let language = languageByWords(text) ?? fallback
  for (const paragraph of text.split('\n')) {
    if (paragraph.trim() === '') {
      const last = sentences.at(-1)
      if (last) last.follows = 'paragraph'
    } else {
      language = readParagraph({ text, from: offset, to: offset + paragraph.length, language, sentences })
      const last = sentences.at(-1)
      if (last) last.follows = 'line'
    }
    offset += paragraph.length + 1
  }
  return { text, sentences }
}

type Stretch = { text: string; from: number; to: number; language: SpeechLanguage; sentences: Sentence[] }

/** Appends the sentences of one paragraph; returns the language of its last sentence. */
function readParagraph({ text, from, to, language: given, sentences }: Stretch): SpeechLanguage {
  const line = text.slice(0, to)
  const languageAt = sentenceLanguages(text.slice(from, to), from, given)
  let language = languageAt(from)
  let pieces: Piece[] = []
  let words: string[] = []
  let start = from
  let at = from

  const close = (mark: Close, end: number) => {
    if (pieces.length > 0) sentences.push({ start, end, pieces, close: mark, follows: 'sentence' })
    pieces = []
    words = []
    start = end
  }
  const add = (piece: Omit<Piece, 'after'>) => {
    if (pieces.length === 0) start = piece.start
    pieces.push({ ...piece, after: '' })
  }
  const mark = (found: Mark) => {
    const last = pieces.at(-1)
    if (last && markStrength.indexOf(found) > markStrength.indexOf(last.after)) last.after = found
  }

  while (at < to) {
    if (pieces.length === 0) language = languageAt(at)
    const character = line[at] ?? ''
    if (/\s/u.test(character)) {
      at += 1
      continue
    }
    const previous = line[at - 1] ?? ''
    const isGrownOn = at > from && /[\p{L}\p{N}]/u.test(previous)
    const address = isGrownOn ? null : matchAt(addressPattern, line, at)
    if (address) {
      for (const piece of readAddress(address, at, language)) add(piece)
      at += address.length
      words.push(address)
      continue
    }
    if (!isGrownOn || /[&=%№§]/u.test(character) || (/\d/.test(character) && !/\d/.test(previous))) {
      const found = applyRules({ text: line, at, language, words })
      if (found) {
        add({ start: at, end: at + found.length, said: found.said, language })
        words = [...words, ...line.slice(at, at + found.length).split(/[\s\u00a0]+/)].slice(-maxAround)
        at += found.length
        if (
          found.mayEndSentence &&
          line[at - 1] === '.' &&
          /^(?:["»”)]*\s{1,12}["«(„—–-]*\s{0,12}\p{Lu}|["»”)]*\s*$)/u.test(line.slice(at, at + 12))
        )
          close('.', at)
        continue
      }
    }
    const word = matchAt(wordPattern, line, at)
    if (word) {
      const isCyrillic = /^\p{Script=Cyrillic}/u.test(word)
      // The remaining words in capitals are emphasized; acronyms have been handled above.
      const said = isCyrillic && word.length > 1 && word === word.toUpperCase() ? word.toLowerCase() : word
      add({ start: at, end: at + word.length, said, language: isCyrillic ? 'ru' : 'en' })
      words = [...words, word].slice(-maxAround)
      at += word.length
      continue
    }
    const closing = matchAt(closePattern, line, at)
    if (closing) {
      const after = line.slice(at + closing.length, at + closing.length + 12)
      at += closing.length
      const isEnd = after.trim() === '' || /^\s["«(„—–\s-]*[^\p{Ll}"«(„—–\s-]/u.test(after)
      if (isEnd) close(closing.includes('?') ? '?' : closing.includes('!') ? '!' : '.', at)
      else if (/^(?:\.{3}|…|[!?])/u.test(closing)) mark(';')
      continue
    }
    if (character === ',') mark(',')
    else if (character === ';') mark(';')
    else if (character === ':') mark(':')
    else if (/[()[\]]/.test(character)) mark('(')
    else if (/[–—]/.test(character) || (character === '-' && /\s/.test(line[at + 1] ?? ' '))) mark('–')
    at += character.length
  }
  close('.', to)
  return language
}

/** Decides by words, not letters: «iPhone 15 вышел в 2023 году» is Russian. */
function languageByWords(text: string): SpeechLanguage | null {
  const cyrillic = text.match(/\p{Script=Cyrillic}+/gu)?.length ?? 0
  // A lone Latin letter is a unit or a symbol in any language: °C, vitamin C.
  const latin = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0
  if (cyrillic + latin === 0) return null
  return cyrillic >= latin ? 'ru' : 'en'
}

/** The language of most of a sentence's words; a sentence without letters takes that of the previous one. */
function sentenceLanguages(paragraph: string, offset: number, before: SpeechLanguage): (at: number) => SpeechLanguage {
  const bounds: { end: number; language: SpeechLanguage }[] = []
  let language = before
  for (const { segment, index } of new Intl.Segmenter('ru', { granularity: 'sentence' }).segment(paragraph)) {
    language = languageByWords(segment) ?? language
    bounds.push({ end: offset + index + segment.length, language })
  }
  return (at) => bounds.find(({ end }) => at < end)?.language ?? language
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function applyRules(options: { text: string; at: number; language: SpeechLanguage; words: string[] }) {
  const { text, at, language, words } = options
  for (const { pattern, read, mayEndSentence } of rules[language]) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match || match[0] === '') continue
    const around: Around = { before: words, after: text.slice(at + match[0].length, at + match[0].length + 80) }
    const said = read(match, around)
    if (said !== null) return { said, length: match[0].length, mayEndSentence }
  }
  return null
}

/** Reads an address part by part: its words by the English voice, its signs in the language of the sentence. */
function readAddress(address: string, offset: number, language: SpeechLanguage): Omit<Piece, 'after'>[] {
  const scheme = /^https?:\/\/(?:www\.)?|^www\./u.exec(address)?.[0].length ?? 0
  const spelled = address
    .slice(scheme)
    .replace(/[?#].*/u, '')
    .replace(/\/$/u, '')
  const pieces: Omit<Piece, 'after'>[] = []
  for (const found of spelled.matchAll(/\p{Script=Latin}+|\p{Script=Cyrillic}+|\d+|[^\p{L}\d]/gu)) {
    const [part] = found
    const start = offset + scheme + found.index
    const sign = addressWords[language][part]
    const said = sign ?? (/^\d/.test(part) ? [...part].join(' ') : part)
    const spokenIn = sign ? language : /^\p{Script=Latin}/u.test(part) ? 'en' : /^\p{Script=Cyrillic}/u.test(part) ? 'ru' : language
    pieces.push({ start, end: start + part.length, said, language: spokenIn })
  }
  const [first] = pieces
  const last = pieces.at(-1)
  if (first && last) {
    first.start = offset
    last.end = offset + address.length
  }
  return pieces
}

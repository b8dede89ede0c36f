import type { Meaning } from './vocabulary.ts'
import { wordLists } from './vocabulary.ts'
import { formsOf } from './word-forms.ts'

export type Sense = { meaning: Meaning; weak: boolean }

/** Everything that a word or phrase means. */
export type Entry = {
  senses: Sense[]
  /** Whether it means something that no generator knows. */
  other: boolean
  /** Whether it means nothing worth reporting. */
  quiet: boolean
  /** Whether it makes the prompt about itself: a greeting wherever it stands, a format where it is the head of a phrase. */
  claim: 'greeting' | 'format' | null
  /** Whether it qualifies the word after it. */
  adjective: boolean
  /** Its dictionary form. */
  lemma: string
}

type Node = { children: Map<string, Node>; byForm: Map<string, Node[]>; entry: Entry | null }

export type Lexicon = {
  words: Map<string, Entry>
  /** Meanings that apply only at the beginning of a clause. */
  openers: Map<string, Entry>
  phrases: Node
}

const newNode = (): Node => ({ children: new Map(), byForm: new Map(), entry: null })

let compiled: Lexicon | null = null

/** The vocabulary by word form, compiled on first use. */
export function lexicon(): Lexicon {
  compiled ??= compile()
  return compiled
}

function compile(): Lexicon {
  const words = new Map<string, Entry>()
  const openers = new Map<string, Entry>()
  const phrases = newNode()
  for (const { meaning, words: list } of wordLists()) {
    for (const raw of list.split(',')) {
      const [, opens, body = '', marks = ''] = /^(\^?)([^!?]*)([!?]*)$/.exec(raw.trim()) ?? []
      const parts = (marks.includes('!') ? `${body}!` : body).split(/[\s-]+/)
      const forms = parts.map((part) => formsOf(part))
      const last = forms.at(-1)
      if (body === '' || !last) continue
      const entry: Entry = {
        senses: typeof meaning === 'string' ? [] : [{ meaning, weak: marks.includes('?') }],
        other: typeof meaning === 'string' && meaning !== 'quiet',
        quiet: meaning === 'quiet',
        claim: meaning === 'greeting' || meaning === 'format' ? meaning : null,
        adjective: last.adjective || meaning === 'look',
        lemma: last.lemma,
      }
      if (parts.length > 1) addPhrase(phrases, parts, forms, entry)
      else for (const form of last.forms) merge(opens ? openers : words, form, entry)
    }
  }
  return { words, openers, phrases }
}

function addPhrase(phrases: Node, parts: readonly string[], forms: readonly { forms: string[] }[], entry: Entry): void {
  let node = phrases
  for (const [index, part] of parts.entries()) {
    let child = node.children.get(part)
    if (!child) {
      child = newNode()
      node.children.set(part, child)
      for (const form of forms[index]?.forms ?? []) {
        const children = node.byForm.get(form)
        if (children) children.push(child)
        else node.byForm.set(form, [child])
      }
    }
    node = child
  }
  node.entry = node.entry ? joined(node.entry, entry) : entry
}

function merge(table: Map<string, Entry>, form: string, entry: Entry): void {
  const known = table.get(form)
  if (known !== entry) table.set(form, known ? joined(known, entry) : entry)
}

function joined(one: Entry, other: Entry): Entry {
  const senses = [...one.senses]
  for (const sense of other.senses) {
    const same = senses.findIndex(({ meaning }) => meaning.kind === sense.meaning.kind && meaning.value === sense.meaning.value)
    if (same < 0) senses.push(sense)
    else if (!sense.weak) senses[same] = sense
  }
  return {
    senses,
    other: one.other || other.other,
    quiet: one.quiet || other.quiet,
    claim: one.claim ?? other.claim,
    adjective: one.adjective && other.adjective,
    lemma: one.lemma,
  }
}

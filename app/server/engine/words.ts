/** Concepts and the words that mean them, separated by spaces; a word ending in `*` stands for all words that begin so. */
export type Vocabulary<Concept extends string> = Record<Concept, string>

export type Mentions<Concept extends string> = {
  /** The prompt asks for it. */
  has(concept: Concept): boolean
  /** The prompt asks to leave it out: "no rain", «без дождя». */
  excludes(concept: Concept): boolean
  /** What is asked for, in the order it is first named. */
  inOrder: Concept[]
}

const negations = new Set(['no', 'not', 'without', 'never', 'без', 'нет', 'не', 'ни'])

/** Lower-case words; `ё` becomes `е`, as people write either. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []

const hasKey = <Concept extends string>(record: Vocabulary<Concept>, key: string): key is Concept => Object.hasOwn(record, key)

/** Compiles a vocabulary into a reader that finds its concepts in a prompt, in time linear in the prompt's length. */
export function createReader<Concept extends string>(vocabulary: Vocabulary<Concept>): (prompt: string) => Mentions<Concept> {
  const whole = new Map<string, Concept[]>()
  const beginnings = new Map<string, Concept[]>()
  let longestBeginning = 0
  for (const concept of Object.keys(vocabulary)) {
    if (!hasKey(vocabulary, concept)) continue
    for (const word of vocabulary[concept].replaceAll('ё', 'е').split(' ')) {
      const isBeginning = word.endsWith('*')
      const key = isBeginning ? word.slice(0, -1) : word
      const table = isBeginning ? beginnings : whole
      table.set(key, [...(table.get(key) ?? []), concept])
      if (isBeginning) longestBeginning = Math.max(longestBeginning, key.length)
    }
  }

  function conceptsOf(word: string): Concept[] {
    const found = [...(whole.get(word) ?? [])]
    for (let length = Math.min(word.length, longestBeginning); length > 0; length -= 1) {
      found.push(...(beginnings.get(word.slice(0, length)) ?? []))
    }
    return found
  }

  return (prompt) => {
    const asked = new Set<Concept>()
    const refused = new Set<Concept>()
    let negatedFor = 0
    for (const word of wordsOf(prompt)) {
      if (negations.has(word)) {
        // "no more rain", «без сильного дождя»: a negation reaches the two words after it.
        negatedFor = 2
        continue
      }
      for (const concept of conceptsOf(word)) (negatedFor > 0 ? refused : asked).add(concept)
      negatedFor -= 1
    }
    return {
      has: (concept) => asked.has(concept) && !refused.has(concept),
      excludes: (concept) => refused.has(concept),
      inOrder: [...asked].filter((concept) => !refused.has(concept)),
    }
  }
}

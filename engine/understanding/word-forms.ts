/** Endings by the way a Russian word is declined; the empty one is written as `-`. */
const endings = {
  hardAdjective: 'ый ой ая ое ые ого ому ым ом ую ою ых ыми о а ы ее',
  backAdjective: 'ий ой ая ое ие ого ому им ом ую ою их ими о а и',
  hissingAdjective: 'ий ой ая ое ее ие ого его ому ему им ом ем ую ою ею их ими ей е о а и',
  softAdjective: 'ий яя ее ие его ему им ем юю ею ей их ими',
  a: '- а ы у е ой ою ам ами ах',
  aBack: '- а и у е ой ою ам ами ах',
  aHissing: '- а и у е ей ею ам ами ах',
  aTs: '- а ы у е ей ею ам ами ах',
  ya: 'я и ю е ей ею ь ям ями ях',
  iya: 'я и ю е ей ею й ям ями ях',
  ya2: 'я и ю е ей ею ев ям ями ях',
  o: '- о а у ом е ам ами ах',
  oBack: '- о а у ом е и ов ам ами ах',
  e: 'е я ю ем ей ям ями ях',
  iye: 'е я ю ем и й ям ями ях',
  ye: 'е я ю ем ям ями ях',
  eHissing: '- е а у ем ам ами ах',
  softSign: 'ь я ю и е ем ей ью ям ями ях',
  y: 'й я ю е и ем ев ям ями ях',
  consonant: '- а у ом е ы ов ам ами ах',
  consonantBack: '- а у ом е и ов ам ами ах',
  consonantHissing: '- а у ом ем е и ей ам ами ах',
  consonantTs: '- а у ом ем е ы ов ев ам ами ах',
  plural: 'ы и ов ев ей ь - ам ами ах ям ями ях',
}
const endingLists = Object.fromEntries(
  Object.entries(endings).map(([name, list]) => [name, list.split(' ').map((ending) => (ending === '-' ? '' : ending))]),
)

const back = 'гкх'
const hissing = 'жшчщ'

/** Replaces `ё` by `е`, because people write either, and drops stress and other marks. */
export function keyOf(word: string): string {
  const lower = word.toLowerCase()
  // Most words are plain and need no normalization.
  if (/^[a-zа-я]+$/.test(lower)) return lower
  return lower
    .replaceAll('ё', 'е')
    .normalize('NFC')
    .replace(/\p{Mn}+/gu, '')
    .replaceAll('ё', 'е')
    .replaceAll('’', "'")
    .replace(/'s?$/, '')
}

/** All forms of a word of the vocabulary, normalized by `keyOf`. */
export function formsOf(word: string): { lemma: string; adjective: boolean; forms: string[] } {
  if (word.endsWith('!')) return { lemma: keyOf(word.slice(0, -1)), adjective: false, forms: [keyOf(word.slice(0, -1))] }
  const key = keyOf(word.replace('|', ''))
  if (!/[а-я]/.test(key)) return { lemma: key, adjective: false, forms: englishForms(key) }
  const [stem, ending, adjective] = russianStem(keyOf(word))
  const forms = (endingLists[ending] ?? []).map((end) => stem + end)
  forms.push(...fleeting(key))
  return { lemma: key, adjective, forms }
}

function englishForms(word: string): string[] {
  if (word.length < 3) return [word]
  if (/[^aeiou]y$/.test(word)) return [word, `${word.slice(0, -1)}ies`]
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [word, `${word}es`]
  if (word.endsWith('o')) return [word, `${word}s`, `${word}es`]
  return [word, `${word}s`]
}

function russianStem(word: string): [stem: string, ending: keyof typeof endings, adjective: boolean] {
  const [marked, named] = word.split('|')
  if (marked !== undefined && named !== undefined) return [marked, nounEnding(marked, named), false]
  if (word.length > 3 && /(?:ый|ий|ой|ая|ое|ые)$/.test(word)) {
    const stem = word.slice(0, -2)
    return [stem, adjectiveEnding(stem, word.slice(-2)), true]
  }
  const last = word.at(-1) ?? ''
  const hasEnding = /[аяоеьйыи]/.test(last)
  const stem = hasEnding ? word.slice(0, -1) : word
  return [stem, nounEnding(stem, hasEnding ? last : ''), false]
}

function adjectiveEnding(stem: string, ending: string): keyof typeof endings {
  const last = stem.at(-1) ?? ''
  if (back.includes(last)) return 'backAdjective'
  if (hissing.includes(last)) return 'hissingAdjective'
  return ending === 'ий' ? 'softAdjective' : 'hardAdjective'
}

function nounEnding(stem: string, ending: string): keyof typeof endings {
  const last = stem.at(-1) ?? ''
  switch (ending) {
    case 'а':
      return back.includes(last) ? 'aBack' : hissing.includes(last) ? 'aHissing' : last === 'ц' ? 'aTs' : 'a'
    case 'я':
    case 'ья':
      return last === 'и' ? 'iya' : last === 'ь' || ending === 'ья' ? 'ya2' : 'ya'
    case 'о':
      return back.includes(last) ? 'oBack' : 'o'
    case 'е':
      return last === 'и' ? 'iye' : last === 'ь' ? 'ye' : 'жшчщц'.includes(last) ? 'eHissing' : 'e'
    case 'ь':
      return 'softSign'
    case 'й':
      return 'y'
    case 'ы':
    case 'и':
      return 'plural'
    default:
      return back.includes(last)
        ? 'consonantBack'
        : hissing.includes(last)
          ? 'consonantHissing'
          : last === 'ц'
            ? 'consonantTs'
            : 'consonant'
  }
}

/** «лодка, лодок», «чайка, чаек», «окно, окон»: with an empty ending a vowel separates two final consonants. */
function fleeting(word: string): string[] {
  const match = /^(.+)([йьбвгджзклмнпрстфхцчшщ])к[аои]$/.exec(word)
  const before = match?.[2]
  if (!match || !before) return []
  if (before === 'й' || before === 'ь') return [`${match[1]}ек`]
  return [`${match[1]}${before}${hissing.includes(before) ? 'ек' : 'ок'}`]
}

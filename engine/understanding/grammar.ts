/**
 * The role of a word in a negation. `negation` covers the nouns after it, `narrow` the next word only ("not bright"); `and` and `or` extend
 * it, `but` ends it, and so does `place` once something is negated ("no boats on the lake").
 */
export type GrammarRole = 'negation' | 'narrow' | 'and' | 'or' | 'but' | 'place' | 'article' | 'filler'

const byRole: Record<GrammarRole, string> = {
  negation: `no without avoid avoiding exclude excluding remove removing omit omitting lacking lacks minus except neither sans zero don't dont
    без безо нет ни никакой никакая никакое никакие никаких никакого никакую кроме исключая исключи исключить исключите убери уберите
    убрать вместо избегать избегай минус отсутствие отсутствуют`,
  narrow: `not never isn't aren't wasn't doesn't won't cannot can't hardly не`,
  and: 'and n plus и да',
  or: 'or nor или либо',
  but: 'but just only with instead however though а но зато только лишь однако с со',
  place: `on in at over under near by behind across along around above below beneath beside between through into onto from to towards
    against among until till for during before after about inside outside amid amidst beyond upon на в во над надо под подо у около возле
    рядом за перед между через среди по при от из к ко до о об для вдоль вокруг после внутри снаружи сквозь напротив против`,
  article: 'a an the',
  filler: 'of кого чего',
}

export const grammar: ReadonlyMap<string, GrammarRole> = new Map(
  (['negation', 'narrow', 'and', 'or', 'but', 'place', 'article', 'filler'] as const).flatMap((role) =>
    byRole[role].split(/\s+/).map((word) => [word, role] as const),
  ),
)

/** Two words that negate together. */
export const negatingPairs: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['instead', new Set(['of'])],
  ['rather', new Set(['than'])],
  ['free', new Set(['of', 'from'])],
  ['devoid', new Set(['of'])],
  ['empty', new Set(['of'])],
  ['absence', new Set(['of'])],
  ['lack', new Set(['of'])],
  ['за', new Set(['исключением'])],
  ['не', new Set(['считая'])],
])

/** Verbs and pronouns that make "not" cover as much as "no": "do not show people", «не рисуй людей», "not a single boat". */
export const wideners: ReadonlySet<string> = new Set(
  `show draw paint add include want need use put have see any single one a an contain надо нужно рисуй рисуйте рисовать показывай показывайте
  показывать добавляй добавляйте добавлять хочу должно быть будет видно используй использовать один одна одно одной одного единого единой`.split(
    /\s+/,
  ),
)

/** Things that no picture contains: "no text" needs no action. */
export const alwaysAbsent: ReadonlySet<string> = new Set(
  `text watermark watermarks logo logos letters lettering signature caption captions words writing frame border borders blur grain noise
  текста надписей надписи знаков логотипов логотипа подписи подписей рамки рамок слов букв шума`.split(/\s+/),
)

/** Verbs of change: "day turning into night", «день сменяется ночью». */
export const changeVerbs: ReadonlySet<string> = new Set(
  `becomes become becoming turns turn turning fades fading then сменяется сменяют сменяет переходит переходящий переходящая превращается
  превращаясь становится затем потом приходит наступает`.split(/\s+/),
)
/** Prepositions of change: "from dawn till dusk", «от рассвета до заката». */
export const changePrepositions: ReadonlySet<string> = new Set('to into till until through до к ко'.split(' '))

const numbers: Record<number, string> = {
  0: 'zero ноль',
  1: `one single lone solitary lonely один одна одно одну одной одного одним одном единственный единственная единственное одинокий одинокая
    одинокое одинокую одинокой одинокого одиноким`,
  2: 'two couple pair both два две двух двумя двум двое пара пару парой пары оба обе',
  3: 'three trio три трех тремя трем трое троих',
  4: 'four четыре четырех четырьмя четырем четверо',
  5: 'five пять пяти пятью пятеро',
  6: 'six шесть шести шестью шестеро',
  7: 'seven семь семи семью семеро',
  8: 'eight восемь восьми восемью',
  9: 'nine девять девяти девятью',
  10: 'ten десять десяти десятью десяток',
  11: 'eleven одиннадцать одиннадцати',
  12: 'twelve dozen двенадцать двенадцати дюжина дюжину дюжиной',
  13: 'thirteen тринадцать',
  14: 'fourteen четырнадцать',
  15: 'fifteen пятнадцать пятнадцати',
  16: 'sixteen шестнадцать',
  17: 'seventeen семнадцать',
  18: 'eighteen восемнадцать',
  19: 'nineteen девятнадцать',
  20: 'twenty двадцать двадцати',
  30: 'thirty тридцать тридцати',
  40: 'forty сорок',
  50: 'fifty пятьдесят пятидесяти полсотни',
  100: 'hundred сто ста сотня сотню сотней',
  1000: 'thousand тысяча тысячу тысячи тысяч',
}
const numberWords = new Map(
  Object.entries(numbers).flatMap(([value, words]) => words.split(/\s+/).map((word) => [word, Number(value)] as const)),
)

/** The number that a word stands for, up to 1000; `null` if it is no number. */
export function numberOf(key: string): number | null {
  const named = numberWords.get(key)
  if (named !== undefined) return named
  if (!/^[0-9]{1,4}$/.test(key)) return null
  const value = Number(key)
  return value <= 1000 ? value : null
}

import { lemmaOfNoun } from './russian-noun.ts'
import type { Case, Gender, Lemma, Occurrence } from './russian-noun.ts'
import type { Line, Token } from './tokens.ts'
import type { Reading, Term } from './terms.ts'

const prepositions: ReadonlyMap<string, readonly Case[]> = new Map(
  (
    [
      ['без для до из от у около после против кроме ради вокруг возле среди внутри вместо', ['gen', 'pgen']],
      ['к ко по благодаря согласно', ['dat', 'pdat']],
      ['над между перед', ['ins', 'pins']],
      ['с со', ['ins', 'pins', 'gen', 'pgen']],
      ['за под', ['ins', 'pins', 'acc', 'pacc']],
      ['в во на', ['loc', 'ploc', 'acc', 'pacc']],
      ['о об при', ['loc', 'ploc']],
      ['через про сквозь', ['acc', 'pacc']],
    ] as const
  ).flatMap(([words, cases]) => words.split(' ').map((word) => [word, cases] as const)),
)

/** What an adjective's ending says of the noun after it. */
const agreement: { ending: RegExp; genders: readonly Gender[] | null; cases: readonly Case[] }[] = [
  { ending: /(?:ый|ий)$/u, genders: ['m'], cases: ['nom', 'acc'] },
  { ending: /(?:ая|яя)$/u, genders: ['f'], cases: ['nom'] },
  { ending: /(?:ую|юю)$/u, genders: ['f'], cases: ['acc'] },
  { ending: /(?:ое|ее)$/u, genders: ['n'], cases: ['nom', 'acc'] },
  { ending: /(?:ого|его)$/u, genders: ['m', 'n'], cases: ['gen', 'acc'] },
  { ending: /(?:ому|ему)$/u, genders: ['m', 'n'], cases: ['dat'] },
  { ending: /(?:ыми|ими)$/u, genders: null, cases: ['pins'] },
  { ending: /(?:ым|им)$/u, genders: null, cases: ['ins', 'pdat'] },
  { ending: /(?:ом|ем)$/u, genders: ['m', 'n'], cases: ['loc'] },
  { ending: /(?:ой|ей)$/u, genders: ['f', 'm'], cases: ['nom', 'acc', 'gen', 'dat', 'ins', 'loc'] },
  { ending: /(?:ые|ие)$/u, genders: null, cases: ['pnom', 'pacc'] },
  { ending: /(?:ых|их)$/u, genders: null, cases: ['pgen', 'ploc', 'pacc'] },
]
const strongAdjective = /(?:[аояе]й?ая|[а-яё](?:ого|его|ому|ему|ый|ую|юю|ая|яя|ое|ее|ые|ых|ым|ыми|ими))$/u
const anyAdjective = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ую|юю|ым|им|ом|ем|ых|их|ыми|ими|ей)$/u
/** What an adjective is built with, before its ending; kept apart from nouns that end alike («режим», «музей», «событие»). */
const adjectiveBase = /(?:н|ск|цк|ов|ев|ист|ав|ив|лив|чив|т|ящ|ущ|ющ|ащ|вш|ем|им|нн|л|р|к|г|х|ш|ж|щ|ч|в|д|б|п|с|з|м|й)$/u

const verb =
  /(?:ть|чь|ти|ться|тся|лся|лась|лось|лись|[аеиояуюыё]ло|[аеияуюы]ли|[аеияуюы]л|[аеияуюы]ла|[аеиёую]т|[аяую]т|[еёи]шь|[еи]те|сь|ся|вши|[ая]я|нув|ив|ав|яв)$/u
/** Only verbs end like these, whatever stands before them. */
const surelyVerb = /(?:[аяуеи][юе]т|[аяуе]ют|[юяи]тся|ется|лись|лась|лось|лся|ться|ешь|ишь)$/u
/** Nouns that end like verbs and are met too often to be missed. */
const nounInSpite =
  /(?:свет|цвет|ответ|совет|бюджет|билет|кабинет|институт|маршрут|сюжет|предмет|пакет|интернет|университет|комитет|факультет|результат|формат|аппарат|климат|материал|канал|журнал|сигнал|портал|капитал|потенциал|интервал|персонал|отдел|раздел|предел|модел[ьи]|цел[ьи]|недел[ия]|стил[ьи]|автомобил[ьи]|угол|школа|сила|скала|дела|начало|правило|число|стекло|масло|одеяло|мост|рост|област[ьи]|част[ьи]|памят[ьи]|площад[ьи]|сет[ьи]|пут[ьи]|ноч[ьи]|реч[ьи]|мощност[ьи]|[её]ст[ьи]|ост[ьи]|слой|стая|линия|фотография|[аеиоу][цсзгфнрмлтдпбхв]ия)$/u
/** Adjectives that could be nouns by their ending alone. */
const wellKnownAdjective =
  /^(?:ярк|т[её]пл|тих|мягк|горьк|л[её]гк|высок|низк|глубок|широк|узк|коротк|крепк|сладк|близк|редк|резк|громк|тонк|жарк|больш|молод|прост|пуст|густ|сух|плох|нов|стар|бел|ч[её]рн|красн|светл|т[её]мн|добр|быстр|остр|мокр|хорош|свеж|горяч|общ|должн|нужн|вредн|полезн|важн|дальн|ранн|поздн)(?:ий|ый|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ую|юю|ым|им|ых|их|ыми|ими|ей|а|о|ы|и)$/u
/** Forms of «день» that share no stem with it, and the one word that counts. */
const emptyForm = /^(?:день|дн(?:я|ю|[её]м|е|и|ей|ям|ями|ях)|одн(?:а|о|и|ой|ого|ому|им|их|у))$/u
/** Time and measures come up in every text and tell nothing of it. */
const empty = new Set(
  'год лет день месяц час минут недел раз врем времен случа образ част вид числ количеств процент ряд дел вопрос друг первы втор треть нов больш главн последн сам человек люд перв возможн необходим различн определен след слов пят шест сем восем девят десят двадцат тридцат сорок пятьдесят ст тысяч ближайш сегодн завтр вчер'.split(
    ' ',
  ),
)

const isNumber = /^(?:пять|шесть|семь|восемь|девять|десять|сорок|сто|.+(?:надцать|десят|дцать|сот))$/u

type Group = { stem: string; tokens: { token: Token; line: Line; at: number }[]; lemma: Lemma | null; kind: 'noun' | 'adjective' | 'other' }

const isAdjectiveForm = (lower: string) => {
  const ending = anyAdjective.exec(lower)?.[0]
  return ending !== undefined && adjectiveBase.test(lower.slice(0, -ending.length)) && lower.length - ending.length >= 3
}

/** Reads every word of a Russian text: what part of speech it seems to be, and its dictionary form where that can be told. */
export function readRussian(lines: Line[], checkpoint: () => void): Reading {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    line.tokens.forEach((token, at) => {
      if (!token.isContent || !/^[а-яё-]+$/u.test(token.lower)) return
      const group = groups.get(token.stem) ?? { stem: token.stem, tokens: [], lemma: null, kind: 'other' }
      group.tokens.push({ token, line, at })
      groups.set(token.stem, group)
    })
  }
  joinFleeting(groups)
  for (const group of groups.values()) group.kind = seemsAdjective(group) ? 'adjective' : 'other'
  let done = 0
  for (const group of groups.values()) {
    done += 1
    if (done % 64 === 0) checkpoint()
    if (group.kind === 'adjective' || usedAsNouns.has(group.stem) || seemsVerb(group)) continue
    const occurrences = group.tokens.slice(0, 60).map(({ token, line, at }) => occurrenceOf(token, line, at, groups))
    group.lemma = lemmaOfNoun(group.stem, occurrences)
    if (group.lemma) group.kind = 'noun'
  }
  return {
    countOf: (stem) => groups.get(stem)?.tokens.length ?? 0,
    termsIn: (line) => termsIn(line, groups),
  }
}

/** «дорожек» and «дорожки» are one word that a vowel comes and goes in. */
function joinFleeting(groups: Map<string, Group>): void {
  for (const group of Array.from(groups.values())) {
    const short = groups.get(group.stem.replace(/[оеё]([кцнл])$/u, '$1'))
    if (!short || short === group) continue
    for (const { token } of group.tokens) token.stem = short.stem
    short.tokens.push(...group.tokens)
    groups.delete(group.stem)
  }
}

/** Adjectives by their endings, nouns by their use. */
const usedAsNouns = new Set([
  'набережн',
  'столов',
  'рабоч',
  'учен',
  'больн',
  'ванн',
  'гостин',
  'взросл',
  'животн',
  'насеком',
  'будущ',
  'прошл',
])

function seemsAdjective({ stem, tokens }: Group): boolean {
  if (usedAsNouns.has(stem)) return false
  if (tokens.every(({ token }) => wellKnownAdjective.test(token.lower))) return true
  const forms = tokens.map(({ token }) => token.lower)
  if (!forms.every((form) => isAdjectiveForm(form))) return false
  if (forms.some((form) => strongAdjective.test(form))) return true
  // «городской совет»: it stands before another word that carries meaning.
  return (
    tokens.every(({ line, at }) => line.tokens[at + 1]?.isContent === true && line.tokens[at + 1]?.isJoined === true) &&
    forms.some((form) => /(?:ий|ой|ие|их|им)$/u.test(form) && /(?:н|ск|цк|ов|ш|щ|ч)$/u.test(form.slice(0, -2)))
  )
}

function seemsVerb({ tokens }: Group): boolean {
  return tokens.every(({ token, line, at }) => {
    if (!verb.test(token.lower) || nounInSpite.test(token.lower)) return false
    if (surelyVerb.test(token.lower)) return true
    const before = token.isJoined ? line.tokens[at - 1] : undefined
    return !before || !(prepositions.has(before.lower) || isAdjectiveForm(before.lower))
  })
}

function occurrenceOf(token: Token, line: Line, at: number, groups: Map<string, Group>): Occurrence {
  let from = at
  let genders: readonly Gender[] | null = null
  let cases: readonly Case[] | null = null
  let joined = token.isJoined
  while (joined && from > 0 && at - from < 3) {
    const before = line.tokens[from - 1]
    if (!before) break
    const preposition = prepositions.get(before.lower)
    if (preposition) {
      cases = cases ? meet(cases, preposition) : preposition
      break
    }
    if (groups.get(before.stem)?.kind !== 'adjective') break
    const told = agreement.find(({ ending }) => ending.test(before.lower))
    if (told && from === at) {
      genders = told.genders
      cases = told.cases
    }
    from -= 1
    joined = before.isJoined
  }
  // A noun right after a noun is mostly its genitive: «выработка мелатонина».
  const before = line.tokens[from - 1]
  if (from > 0 && cases === null && joined && before?.isContent && /(?:[аеиоуыэюя]|[оеё]в|ей|[оеё]к)$/u.test(token.lower)) {
    const owner = groups.get(before.stem)
    if (owner && owner.kind !== 'adjective' && !seemsVerb(owner)) cases = ['gen', 'pgen', 'ins', 'pins']
  }
  // A sentence begins with its subject far more often than not.
  if (from === 0 && cases === null) cases = ['nom', 'pnom']
  return { form: token.lower, cases, genders }
}

const meet = (first: readonly Case[], second: readonly Case[]) => {
  const both = first.filter((name) => second.includes(name))
  return both.length > 0 ? both : second
}

function termsIn(line: Line, groups: Map<string, Group>): Term[] {
  const terms: Term[] = []
  line.tokens.forEach((token, at) => {
    if (isName(token, at)) return
    const group = groups.get(token.stem)
    if (
      group?.kind !== 'noun' ||
      !group.lemma?.isSure ||
      empty.has(token.stem) ||
      emptyForm.test(token.lower) ||
      isNumber.test(group.lemma.text) ||
      group.lemma.text.length < 3
    )
      return
    const lemma = group.lemma
    terms.push({ text: lemma.text, heading: lemma.text, stems: [token.stem], bonus: 1 })
    const described = describe(token, at, line, groups, lemma)
    if (described) terms.push(described)
    const next = line.tokens[at + 1]
    const after = next?.isJoined ? groups.get(next.stem) : undefined
    // «скорость фотосинтеза»: the second stays as it is.
    if (!next || after?.kind !== 'noun' || !after.lemma || empty.has(next.stem) || next.stem === token.stem) return
    if (after.lemma.text === next.lower) return
    // «После сбора зёрна очищают»: the second begins a clause of its own.
    const third = line.tokens[at + 2]
    if (third?.isJoined && surelyVerb.test(third.lower)) return
    const owner = isName(next, at + 1) ? next.surface : next.lower
    const possible = after.lemma.casesOf(next.lower)
    if (possible.includes('gen') || possible.includes('pgen')) {
      // «проект города» where the form is also a nominative plural would be two things side by side.
      const isClear = !possible.some((name) => name === 'dat' || name === 'ins')
      if (isClear)
        terms.push({
          text: `${lemma.text} ${owner}`,
          heading: `${lemma.text} ${owner}`,
          stems: [token.stem, next.stem],
          bonus: 1.25,
        })
    }
  })
  return terms
}

const isName = (token: Token, at: number) => at > 0 && /^\p{Lu}/u.test(token.surface)

/** The noun with the adjective before it, both in the nominative. */
function describe(token: Token, at: number, line: Line, groups: Map<string, Group>, lemma: Lemma): Term | null {
  const before = token.isJoined ? line.tokens[at - 1] : undefined
  if (!before?.isContent || empty.has(before.stem) || isName(before, at - 1)) return null
  const group = groups.get(before.stem)
  if (group?.kind !== 'adjective') return null
  const told = agreement.find(({ ending }) => ending.test(before.lower))
  const possible = lemma.casesOf(token.lower)
  if (!told || !possible.some((name) => told.cases.includes(name)) || told.genders?.includes(lemma.gender) === false) return null
  if (lemma.text === 'люди' || lemma.text === 'дети' || lemma.text === 'деньги') return null
  const text = agree(before.lower, lemma.gender, group)
  if (text === null) return null
  const whole = `${text} ${lemma.text}`
  return { text: whole, heading: whole, stems: [before.stem, token.stem], bonus: 1.35 }
}

/** Adjectives that are stressed on the ending. */
const stressedEnding = new Set(
  'больш друг прост молод дорог золот голуб морск городск миров основн речн родн земн жив крут сух глух пуст густ втор шест сед цветн ночн лесн лицев светов темнов тенев бытов делов трудов рядов массов полев игров'.split(
    ' ',
  ),
)

/** An adjective in the nominative of a gender; the masculine only as the text has it: its ending hangs on the stress. */
function agree(form: string, gender: Gender, group: Group): string | null {
  const ending = anyAdjective.exec(form)?.[0]
  if (ending === undefined) return null
  const base = form.slice(0, -ending.length)
  const forms = group.tokens.map(({ token }) => token.lower)
  const isSoft =
    forms.some((other) => other.startsWith(base) && /^(?:яя|ее|юю|его|ему|ем|ий|ие|их|им|ими)$/u.test(other.slice(base.length))) &&
    base.endsWith('н')
  const isHissing = /[жшчщ]$/u.test(base)
  if (gender === 'f') return base + (isSoft ? 'яя' : 'ая')
  if (gender === 'n') return base + (isSoft || isHissing ? 'ее' : 'ое')
  const known = forms.find((other) => other.startsWith(base) && /^(?:ый|ий)$/u.test(other.slice(base.length)))
  if (known) return known
  if (stressedEnding.has(base)) return `${base}ой`
  if (isSoft || isHissing) return `${base}ий`
  // Of these the ending is never stressed.
  return /(?:[аеиоуыя]льн|ическ|онн|енн|анн|ованн|ительн|ивн|арн|ичн)$/u.test(base) ? base + (base.endsWith('к') ? 'ий' : 'ый') : null
}

/** The cases of the singular, and of the plural with a `p` before. */
export type Case = 'nom' | 'gen' | 'dat' | 'acc' | 'ins' | 'loc' | 'pnom' | 'pgen' | 'pdat' | 'pacc' | 'pins' | 'ploc'
export type Gender = 'm' | 'f' | 'n'

/** What stands around a form in the text and tells its case or gender. */
export type Occurrence = { form: string; cases: readonly Case[] | null; genders: readonly Gender[] | null }

export type Lemma = { text: string; gender: Gender; isSure: boolean; casesOf(form: string): Case[] }

type Declension = { gender: Gender; base: RegExp; prior: number; endings: Record<Case, string[]> }

const caseOrder = ['nom', 'gen', 'dat', 'acc', 'ins', 'loc', 'pnom', 'pgen', 'pdat', 'pacc', 'pins', 'ploc'] as const

/** Endings in the order of the cases; `-` is none, `/` parts alternatives. */
function declension(gender: Gender, base: RegExp, prior: number, endings: string): Declension {
  const list = endings.split(' ').map((cell) => cell.split('/').map((ending) => (ending === '-' ? '' : ending)))
  const of = (name: Case) => list[caseOrder.indexOf(name)] ?? []
  return {
    gender,
    base,
    prior,
    endings: {
      nom: of('nom'),
      gen: of('gen'),
      dat: of('dat'),
      acc: of('acc'),
      ins: of('ins'),
      loc: of('loc'),
      pnom: of('pnom'),
      pgen: of('pgen'),
      pdat: of('pdat'),
      pacc: of('pacc'),
      pins: of('pins'),
      ploc: of('ploc'),
    },
  }
}

const hard = /[бвдзлмнпрстф]$/u
const velar = /[гкх]$/u
const hissing = /[жшчщ]$/u
const ts = /ц$/u
const soft = /[бвдзлмнпрстф]$/u
const afterI = /и$/u
const afterVowel = /[аеоуэюя]$/u

const declensions: Declension[] = [
  declension('m', hard, 0.25, '- а у -/а ом е/у ы ов/- ам ы/ов ами ах'),
  declension('m', velar, 0.2, '- а у -/а ом е/у и ов ам и/ов ами ах'),
  declension('m', hissing, 0, '- а у -/а ом/ем е и ей ам и/ей ами ах'),
  declension('m', ts, 0, '- а у -/а ом/ем е ы ов/ев ам ы/ов ами ах'),
  declension('m', soft, -0.25, 'ь я ю ь/я ем е и ей ям и/ей ями ях'),
  declension('m', afterVowel, 0, 'й я ю й/я ем е и ев ям и/ев ями ях'),
  declension('m', afterI, -0.3, 'й я ю й/я ем и и ев ям и/ев ями ях'),
  declension('f', hard, 0.25, 'а ы е у ой е ы - ам ы/- ами ах'),
  declension('f', velar, 0.25, 'а и е у ой е и - ам и/- ами ах'),
  declension('f', hissing, 0, 'а и е у ей/ой е и - ам и/- ами ах'),
  declension('f', ts, 0, 'а ы е у ей/ой е ы - ам ы/- ами ах'),
  declension('f', soft, -0.15, 'я и е ю ей е и ь ям и/ь ями ях'),
  declension('f', afterVowel, -0.2, 'я и е ю ей е и й ям и/й ями ях'),
  declension('f', afterI, 0.4, 'я и и ю ей и и й ям и/й ями ях'),
  declension('f', soft, -0.2, 'ь и и ь ью и и ей ям и/ей ями ях'),
  declension('f', hissing, -0.2, 'ь и и ь ью и и ей ам и/ей ами ах'),
  declension('n', hard, -0.35, 'о а у о ом е а - ам а ами ах'),
  declension('n', velar, -0.5, 'о а у о ом е а - ам а ами ах'),
  declension('n', hissing, -0.3, 'е а у е ем е а - ам а ами ах'),
  declension('n', ts, -0.3, 'е а у е ем е а - ам а ами ах'),
  declension('n', soft, -0.6, 'е я ю е ем е я ей ям я ями ях'),
  declension('n', afterI, 0.35, 'е я ю е ем и я й ям я ями ях'),
]

/** How a word is built tells how it is declined. */
const builds: { lemma: RegExp; gender: Gender }[] = [
  { lemma: /(?:ость|есть)$/u, gender: 'f' },
  { lemma: /(?:ени|ани|яни|ти|стви|ыти)е$/u, gender: 'n' },
  { lemma: /(?:ци|си|зи|ги|фи|ни|ри|ми|ли|ти|ди|пи|би)я$/u, gender: 'f' },
  { lemma: /тель$/u, gender: 'm' },
  { lemma: /(?:ник|чик|щик|изм|ист|ант|ент|тор|сор|ёр|аж|мент|инг|лог|граф|метр|фон|рост)$/u, gender: 'm' },
  { lemma: /(?:[^аеёиоуыэюяйь]к|ик|отк|овк|ньк|льк|ин|ур|иц|рот|от|ист)а$/u, gender: 'f' },
  { lemma: /(?:ств|тельств)о$/u, gender: 'n' },
  { lemma: /(?:ищ|лищ)е$/u, gender: 'n' },
]

const irregular = new Map<string, { text: string; gender: Gender }>([
  ['люд', { text: 'люди', gender: 'm' }],
  ['дет', { text: 'дети', gender: 'm' }],
  ['денег', { text: 'деньги', gender: 'f' }],
  ['деньг', { text: 'деньги', gender: 'f' }],
  ['врем', { text: 'время', gender: 'n' }],
  ['времен', { text: 'время', gender: 'n' }],
  ['имен', { text: 'имя', gender: 'n' }],
  ['матер', { text: 'мать', gender: 'f' }],
  ['дочер', { text: 'дочь', gender: 'f' }],
  // Their plural ends as the singular of other nouns does.
  ...'поезд город дом глаз доктор паспорт остров лес берег цвет номер голос адрес вечер мастер катер сорт повар директор профессор холод'
    .split(' ')
    .map((text) => [text, { text, gender: 'm' as const }] as const),
  ['учител', { text: 'учитель', gender: 'm' }],
  ['сн', { text: 'сон', gender: 'm' }],
  ['сна', { text: 'сон', gender: 'm' }],
])

const hasVowel = /[аеёиоуыэюя]/u
/** Two consonants that a base form does not end in: «травм» is of «травма». */
const endsInTwo = /[бвгджзклмнпрстфхцчшщ]{2}$/u
const sayable =
  /(?:[срнкпфх]т|л[ктпмгф]|р[кмндгхжфптшчслвб]|н[кгдсзтчцш]|[кпм]с|ск|зм|[тдбкпгвз]р|зд|зг|в[лгз]|бл|мб|мп|фл|кл|[лн]н|сс|лл|тм)$/u
/** Base forms hardly ever end like these; «мостах» is of «мост». */
const pluralEnding = /(?<!мон|разм|стр|зам|кром)(?:ах|ях|ами|ями)$|[^хр](?:ам|ям)$/u
/** What is an adjective in an oblique case or in the plural, more likely than a noun. */
const likeAdjective = /(?:[кгхшщ]ие|[жш]нем|нем)$/u
/** How far the best reading must stand above the next to be shown. */
const sureBy = 0.3

/**
 * The dictionary form of a noun, from the forms of it that a text has and from what stands around them. There is no dictionary:
 * the declension that explains most wins, and `isSure` is false where two explain it about as well.
 */
export function lemmaOfNoun(stem: string, occurrences: Occurrence[]): Lemma | null {
  const odd = irregular.get(stem)
  if (odd) return { ...odd, isSure: true, casesOf: () => [] }
  const forms = new Set(occurrences.map(({ form }) => form))
  const ofMany = new Set(occurrences.flatMap(({ form, cases }) => (cases?.includes('pgen') && !cases.includes('nom') ? [form] : [])))
  const candidates = new Map<string, { text: string; gender: Gender; score: number; declension: Declension; base: string }>()
  for (const form of forms) {
    for (const kind of declensions) {
      for (const ending of new Set(caseOrder.flatMap((name) => kind.endings[name]))) {
        if (!form.endsWith(ending)) continue
        const base = form
          .slice(0, form.length - ending.length)
          .replace(kind.gender === 'f' && ending === '' && ofMany.has(form) ? fleetingVowel : never, '$1к')
        if (base.length < 2 || !kind.base.test(base) || !hasVowel.test(base + ending)) continue
        const text = forms.has(base) && kind.endings.nom[0] === '' && hasVowel.test(base) ? base : nominative(base, kind)
        const key = `${text} ${kind.gender}`
        if (text === null || candidates.has(key)) continue
        candidates.set(key, { text, gender: kind.gender, score: scoreOf(base, text, kind, occurrences), declension: kind, base })
      }
    }
  }
  const ranked = [...candidates.values()].toSorted((a, b) => b.score - a.score || a.text.localeCompare(b.text))
  const [best] = ranked
  if (!best || best.score <= 0) return null
  const rival = ranked.find(({ text }) => text !== best.text)
  return {
    text: best.text,
    gender: best.gender,
    isSure: best.score - (rival?.score ?? 0) >= sureBy && !likeAdjective.test(best.text),
    casesOf: (form) => casesOf(form, best.base, best.declension, best.text),
  }
}

/** «Уток» is of «утка». */
const fleetingVowel = /([бвгдзлмнпрстфхжшчщ])[оеё]к$/u
const never = /(?!)/u

/** Puts the vowel back that Russian drops before an ending: рынк-а, рынок. */
function nominative(base: string, kind: Declension): string | null {
  const ending = kind.endings.nom[0] ?? ''
  if (ending !== '') return base + ending
  if (!hasVowel.test(base)) return null
  return withVowel(base)
}

function withVowel(base: string): string {
  if (/[бвгдзлмнпрстфх]к$/u.test(base) && !/(?:рк|ск)$/u.test(base)) return `${base.slice(0, -1)}ок`
  if (/[жшч]к$/u.test(base)) return `${base.slice(0, -1)}ек`
  if (/[бвгдзмнпрст]ц$/u.test(base)) return `${base.slice(0, -1)}ец`
  return base
}

function casesOf(form: string, base: string, kind: Declension, text: string): Case[] {
  return caseOrder.filter((name) =>
    kind.endings[name].some(
      (ending) => base + ending === form || (ending === '' && withVowel(base) === form) || (name === 'nom' && form === text),
    ),
  )
}

function scoreOf(base: string, text: string, kind: Declension, occurrences: Occurrence[]): number {
  let score = 0
  let standing = 0
  for (const { form, cases, genders } of occurrences) {
    const possible = casesOf(form, base, kind, text)
    if (possible.length === 0) score -= 1.5
    else if (cases && !possible.some((name) => cases.includes(name))) score -= 0.4
    else score += 1
    // In the plural an adjective tells no gender.
    if (genders && possible.some((name) => !name.startsWith('p'))) score += genders.includes(kind.gender) ? 0.5 : -0.8
    // A bare stem may as well be the genitive of many.
    if (form === text && (!cases || cases.includes('nom') || cases.includes('acc'))) standing = Math.max(standing, cases ? 0.5 : 0.25)
  }
  const spread = occurrences.length
  const build = builds.find(({ lemma }) => lemma.test(text))
  const built = build ? (build.gender === kind.gender ? 0.6 : -0.4) : 0
  return (
    score / spread +
    built +
    kind.prior * 0.6 +
    standing +
    (kind.endings.nom[0] === '' && endsInTwo.test(text) && !sayable.test(text) ? -0.8 : 0) +
    (pluralEnding.test(text) ? -1 : 0) +
    // «Логика» has hardly a plural: «график» is no form of «графика».
    (text.endsWith('ика') && occurrences.every(({ form }) => form === base) ? -0.9 : 0) +
    // What ends so and has no other form is an adverb: «неодновременно».
    (/[а-яё]{4}но$/u.test(text) && occurrences.every(({ form }) => form === text) ? -1.5 : 0)
  )
}

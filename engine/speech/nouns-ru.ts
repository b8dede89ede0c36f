import { milliard, million, thousand, trillion } from './numbers-ru.ts'
import type { Noun } from './numbers-ru.ts'

const masculine = (stem: string, genitivePlural = `${stem}ов`): Noun => ({
  gender: 'm',
  singular: `${stem} ${stem}а ${stem}у ${stem} ${stem}ом ${stem}е`,
  plural: `${stem}ы ${genitivePlural} ${stem}ам ${stem}ы ${stem}ами ${stem}ах`,
})
const feminine = (stem: string, genitivePlural = stem): Noun => ({
  gender: 'f',
  singular: `${stem}а ${stem}ы ${stem}е ${stem}у ${stem}ой ${stem}е`,
  plural: `${stem}ы ${genitivePlural} ${stem}ам ${stem}ы ${stem}ами ${stem}ах`,
})
const feminineK = (stem: string, genitivePlural: string): Noun => ({
  gender: 'f',
  singular: `${stem}а ${stem}и ${stem}е ${stem}у ${stem}ой ${stem}е`,
  plural: `${stem}и ${genitivePlural} ${stem}ам ${stem}и ${stem}ами ${stem}ах`,
})
const unchanging = (word: string): Noun => ({
  gender: 'm',
  singular: Array(6).fill(word).join(' '),
  plural: Array(6).fill(word).join(' '),
})
/** Forms of a noun are separated by spaces, so a space within a form is written as `_`. */
const qualified = (adjective: string, noun: Noun): Noun => {
  const endings = ['ый ого ому ый ым ом', 'ые ых ым ые ыми ых'].map((forms) => forms.split(' '))
  const join = (forms: string, number: number) =>
    forms
      .split(' ')
      .map((form, index) => `${adjective}${endings[number]?.[index] ?? ''}_${form}`)
      .join(' ')
  return { gender: noun.gender, singular: join(noun.singular, 0), plural: join(noun.plural, 1) }
}

const metre = masculine('метр')
const kilometre = masculine('километр')
export const rouble: Noun = {
  gender: 'm',
  singular: 'рубль рубля рублю рубль рублём рубле',
  plural: 'рубли рублей рублям рубли рублями рублях',
}
export const kopeck = feminineK('копейк', 'копеек')
const dollar = masculine('доллар')
const cent = masculine('цент')
export const hour = masculine('час')
const percent = masculine('процент')
const degree = masculine('градус')
export const year: Noun = { gender: 'm', singular: 'год года году год годом году', plural: 'годы лет годам годы годами годах' }
export const century: Noun = { gender: 'm', singular: 'век века веку век веком веке', plural: 'века веков векам века веками веках' }
export const centenary: Noun = {
  gender: 'n',
  singular: 'столетие столетия столетию столетие столетием столетии',
  plural: 'столетия столетий столетиям столетия столетиями столетиях',
}

export type Unit = { noun: Noun; tail?: string }

export const units: [string, Unit][] = [
  ['км/ч', { noun: kilometre, tail: 'в час' }],
  ['м/с', { noun: metre, tail: 'в секунду' }],
  ['км²|кв\\.\\s?км', { noun: qualified('квадратн', kilometre) }],
  ['м²|м2|кв\\.\\s?м\\.?', { noun: qualified('квадратн', metre) }],
  ['м³|м3|куб\\.\\s?м\\.?', { noun: masculine('кубометр') }],
  ['км', { noun: kilometre }],
  ['дм', { noun: masculine('дециметр') }],
  ['см', { noun: masculine('сантиметр') }],
  ['мм', { noun: masculine('миллиметр') }],
  ['мкм', { noun: masculine('микрометр') }],
  ['нм', { noun: masculine('нанометр') }],
  ['м', { noun: metre }],
  ['кг', { noun: masculine('килограмм') }],
  ['мг', { noun: masculine('миллиграмм') }],
  ['мкг', { noun: masculine('микрограмм') }],
  ['г', { noun: masculine('грамм') }],
  ['т', { noun: feminine('тонн') }],
  ['ц', { noun: masculine('центнер') }],
  ['мл', { noun: masculine('миллилитр') }],
  ['л', { noun: masculine('литр') }],
  ['га', { noun: masculine('гектар') }],
  ['ч\\.?', { noun: hour }],
  ['мин\\.?', { noun: feminine('минут') }],
  ['сек\\.?|с', { noun: feminine('секунд') }],
  ['мс', { noun: feminine('миллисекунд') }],
  ['кВт·ч|кВт\\*ч|кВтч', { noun: masculine('киловатт-час') }],
  ['МВт', { noun: masculine('мегаватт', 'мегаватт') }],
  ['кВт', { noun: masculine('киловатт', 'киловатт') }],
  ['Вт', { noun: masculine('ватт', 'ватт') }],
  ['кВ', { noun: masculine('киловольт', 'киловольт') }],
  ['В', { noun: masculine('вольт', 'вольт') }],
  ['ТБ', { noun: masculine('терабайт', 'терабайт') }],
  ['ГБ|Гб', { noun: masculine('гигабайт', 'гигабайт') }],
  ['МБ|Мб', { noun: masculine('мегабайт', 'мегабайт') }],
  ['КБ|Кб|кБ', { noun: masculine('килобайт', 'килобайт') }],
  ['Мбит/с', { noun: masculine('мегабит', 'мегабит'), tail: 'в секунду' }],
  ['ГГц', { noun: masculine('гигагерц', 'гигагерц') }],
  ['МГц', { noun: masculine('мегагерц', 'мегагерц') }],
  ['кГц', { noun: masculine('килогерц', 'килогерц') }],
  ['Гц', { noun: masculine('герц', 'герц') }],
  ['дБ', { noun: masculine('децибел', 'децибел') }],
  ['ккал', { noun: feminineK('килокалори', 'килокалорий') }],
  ['л\\.\\s?с\\.', { noun: feminine('лошадиная_сил', 'лошадиных_сил') }],
  ['°\\s?[CСcс]', { noun: degree, tail: 'Цельсия' }],
  ['°\\s?F', { noun: degree, tail: 'Фаренгейта' }],
  ['°', { noun: degree }],
  ['%', { noun: percent }],
  ['‰', { noun: unchanging('промилле') }],
  ['руб\\.?|₽|р\\.|RUB', { noun: rouble }],
  ['коп\\.?', { noun: kopeck }],
  ['долл\\.?|USD|\\$', { noun: dollar }],
  ['евро|EUR|€', { noun: unchanging('евро') }],
  ['шт\\.', { noun: feminineK('штук', 'штук') }],
  ['чел\\.', { noun: masculine('человек', 'человек') }],
  ['экз\\.', { noun: masculine('экземпляр') }],
]
export const magnitudes: [RegExp, Noun][] = [
  [/^тыс/u, thousand],
  [/^млн/u, million],
  [/^млрд/u, milliard],
  [/^трлн/u, trillion],
]

export const currencies: Record<string, { noun: Noun; small: Noun }> = {
  $: { noun: dollar, small: cent },
  '€': { noun: unchanging('евро'), small: cent },
  '£': {
    noun: masculine('фунт'),
    small: { gender: 'm', singular: 'пенс пенса пенсу пенс пенсом пенсе', plural: 'пенсы пенсов пенсам пенсы пенсами пенсах' },
  },
  '₽': { noun: rouble, small: kopeck },
  '¥': { noun: feminine('иен'), small: cent },
}

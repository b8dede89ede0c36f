import { describe, expect, test } from 'vitest'
import { readText, stripMarkup } from './reading.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'

/** The spoken text, with `{}` around words of the other language and `|` between sentences. */
function said(text: string, language: SpeechLanguage): string {
  return readText(text, language)
    .sentences.map(
      ({ pieces, close }) =>
        pieces.map((piece) => (piece.language === language ? piece.said : `{${piece.said}}`) + piece.after).join(' ') + close,
    )
    .join(' | ')
}

describe('Russian', () => {
  test.each([
    ['21 ноября 2026 г.', 'двадцать первое ноября две тысячи двадцать шестого года.'],
    ['Сегодня 21 ноября 2026 г., суббота.', 'Сегодня двадцать первое ноября две тысячи двадцать шестого года, суббота.'],
    ['Встреча состоится 21 ноября в Москве.', 'Встреча состоится двадцать первого ноября в Москве.'],
    ['К 1 января', 'К первому января.'],
    ['с 5 по 7 мая', 'с пятого по седьмое мая.'],
    ['5–7 мая', 'с пятого по седьмое мая.'],
    ['21.11.2026', 'двадцать первое ноября две тысячи двадцать шестого года.'],
    ['2026-11-21', 'двадцать первое ноября две тысячи двадцать шестого года.'],
    ['в 1812 году', 'в тысяча восемьсот двенадцатом году.'],
    ['к 1812 г. всё было готово', 'к тысяча восемьсот двенадцатому году всё было готово.'],
    ['С 1990 г. он жил там.', 'С тысяча девятьсот девяностого года он жил там.'],
    ['в ноябре 2026 г.', 'в ноябре две тысячи двадцать шестого года.'],
    ['1941–1945 гг.', 'тысяча девятьсот сорок первый – тысяча девятьсот сорок пятый годы.'],
    ['в 1941–1945 гг.', 'в тысяча девятьсот сорок первом – тысяча девятьсот сорок пятом годах.'],
    ['1 января 2000 года было тепло', 'первого января двухтысячного года было тепло.'],
    ['XIX век', 'девятнадцатый век.'],
    ['в XIX веке', 'в девятнадцатом веке.'],
    ['конец XVIII в.', 'конец восемнадцатого века.'],
    ['во II в. до н. э.', 'во втором веке до нашей эры.'],
    ['при Екатерине II', 'при Екатерине второй.'],
    ['король Людовик XIV', 'король Людовик четырнадцатый.'],
    ['ветеран II мировой войны', 'ветеран второй мировой войны.'],
    ['глава IV', 'глава четвёртая.'],
    ['5 км', 'пять километров.'],
    ['в 5 км от города', 'в пяти километрах от города.'],
    ['до 10 км', 'до десяти километров.'],
    ['2,5 км', 'две целых пять десятых километра.'],
    ['1,5 км', 'полтора километра.'],
    ['60 км/ч', 'шестьдесят километров в час.'],
    ['50 кв. м', 'пятьдесят квадратных метров.'],
    ['5–7 км', 'от пяти до семи километров.'],
    ['за 5–7 дней', 'за пять-семь дней.'],
    ['10 %', 'десять процентов.'],
    ['до 10%', 'до десяти процентов.'],
    ['2,5 %', 'две целых пять десятых процента.'],
    ['−5 °C', 'минус пять градусов Цельсия.'],
    ['100 ₽', 'сто рублей.'],
    ['1 250,50 руб.', 'тысяча двести пятьдесят рублей пятьдесят копеек.'],
    ['5 тыс. руб.', 'пять тысяч рублей.'],
    ['3 млн долл.', 'три миллиона долларов.'],
    ['билет за $12.50', 'билет за двенадцать долларов пятьдесят центов.'],
    ['1 000 000 человек', 'один миллион человек.'],
    ['1-й и 2-я', 'первый и вторая.'],
    ['на 5-й улице', 'на пятой улице.'],
    ['90-х', 'девяностых.'],
    ['1990-е годы', 'тысяча девятьсот девяностые годы.'],
    ['2-х недель', 'двух недель.'],
    ['25-летний юбилей', 'двадцатипятилетний юбилей.'],
    ['2 книги и 2 окна', 'две книги и два окна.'],
    ['21 студент', 'двадцать один студент.'],
    ['с 3 детьми', 'с тремя детьми.'],
    ['к 5 часам', 'к пяти часам.'],
    ['из 5 участников', 'из пяти участников.'],
    ['15:30', 'пятнадцать тридцать.'],
    ['в 9:05', 'в девять ноль пять.'],
    ['с 9:00 до 18:00', 'с девяти часов до восемнадцати часов.'],
    ['№ 5', 'номер пять.'],
    ['т. е. да', 'то есть да.'],
    ['и т. д. Потом', 'и так далее. | Потом.'],
    ['ул. Ленина, д. 5, кв. 10', 'улица Ленина, дом пять, квартира десять.'],
    ['он живёт в г. Туле', 'он живёт в городе Туле.'],
    ['см. рис. 3 на с. 15', 'смотри рисунок три на странице пятнадцать.'],
    ['А. С. Пушкин', 'а эс Пушкин.'],
    ['проф. Иванов', 'профессор Иванов.'],
    ['+7 (495) 123-45-67', 'плюс семь, четыреста девяносто пять, сто двадцать три, сорок пять, шестьдесят семь.'],
    ['8 800 555-35-35', 'восемь, восемьсот, пятьсот пятьдесят пять, тридцать пять, тридцать пять.'],
    ['США и СССР', 'сэ шэ а и эс эс эс эр.'],
    ['НОВЫЙ ГОД', 'новый год.'],
    ['3/4 стакана', 'три четвёртых стакана.'],
    ['версия 1.2.3', 'версия один точка два точка три.'],
  ])('Russian is read as it is spoken: «%s» → «%s»', (text, expected) => {
    expect(said(text, 'ru')).toBe(expected)
  })
})

describe('English', () => {
  test.each([
    ['Dr. Smith lives at 5 Elm St. in Boston.', 'Doctor Smith lives at five Elm Street in Boston.'],
    ['Visit St. Petersburg', 'Visit Saint Petersburg.'],
    ['It cost $12.50.', 'It cost twelve dollars and fifty cents.'],
    ['$3.5 million', 'three point five million dollars.'],
    ['$0.99', 'ninety-nine cents.'],
    ['at 3:30 pm', 'at three thirty pee em.'],
    ['12:00 p.m. Next', 'twelve pee em. | Next.'],
    ['10:00', "ten o'clock."],
    ['No. 5', 'number five.'],
    ['10 %', 'ten percent.'],
    ['1 km and 5 km', 'one kilometer and five kilometers.'],
    ['−5 °C', 'minus five degrees Celsius.'],
    ['In 1812', 'In eighteen twelve.'],
    ['In 1905 and 2005', 'In nineteen oh five and two thousand five.'],
    ['1500 people', 'one thousand five hundred people.'],
    ['November 21, 2026', 'November twenty-first, twenty twenty-six.'],
    ['Nov. 21', 'November twenty-first.'],
    ['11/21/2026', 'November twenty-first, twenty twenty-six.'],
    ['the 1990s', 'the nineteen nineties.'],
    ['Henry VIII', 'Henry the eighth.'],
    ['Chapter IV', 'Chapter four.'],
    ['XIX century', 'nineteenth century.'],
    ['J. R. R. Tolkien', 'J R R Tolkien.'],
    ['e.g. this, i.e. that, etc.', 'for example, this, that is, that, et cetera.'],
    ['1st and 22nd', 'first and twenty-second.'],
    ['3/4', 'three quarters.'],
    ['3.14', 'three point one four.'],
    ['+1 (555) 123-4567', 'plus one, five five five, one two three, four five six seven.'],
    ['https://example.com/a-b', 'example dot com slash a dash b.'],
    ['info@example.org', 'info at example dot org.'],
    ['5–7 km', 'five to seven kilometers.'],
    ['1939–1945', 'nineteen thirty-nine to nineteen forty-five.'],
    ['AT&T', 'AT and T.'],
    ['Mr. and Mrs. Brown won. Then more.', 'Mister and Missis Brown won. | Then more.'],
    ['I think X is V.', 'I think X is V.'],
    ['2 GB', 'two gigabytes.'],
  ])('English is read as it is spoken: "%s" → "%s"', (text, expected) => {
    expect(said(text, 'en')).toBe(expected)
  })
})

describe('a text in two languages', () => {
  test('each run of letters is spoken in its own language, numbers in that of the sentence', () => {
    expect(said('Мой iPhone 15 работает.', 'ru')).toBe('Мой {iPhone} пятнадцать работает.')
    expect(said("He said 'Привет' to 5 people.", 'en')).toBe('He said {Привет} to five people.')
  })

  test('the signs of an address in a Russian sentence are Russian, its words English', () => {
    expect(said('Пишите на info@example.ru сегодня.', 'ru')).toBe('Пишите на {info} собака {example} точка {ru} сегодня.')
  })

  test('each sentence has the language of most of its words', () => {
    expect(said('Всего 5. It was 5.', 'ru')).toBe('Всего пять. | {It} {was} {five}.')
  })
})

test('the markup of Markdown is not read, and a continued line is one sentence', () => {
  expect(stripMarkup('# Title\n\n- **one** [two](https://example.com)\nthree\nfour')).toBe('Title\n\none two three four')
})

test('pieces cover the written text in order, so that every word of it can be timed', () => {
  const { text, sentences } = readText('Встреча 21 ноября 2026 г. в 15:30 (ул. Ленина, д. 5) — не опаздывайте! OK?', 'ru')
  const pieces = sentences.flatMap((sentence) => sentence.pieces)
  for (const [index, piece] of pieces.entries()) {
    expect(piece.end).toBeGreaterThan(piece.start)
    expect(piece.start).toBeGreaterThanOrEqual(pieces[index - 1]?.end ?? 0)
  }
  const between = pieces.reduce((left, piece) => left.replace(text.slice(piece.start, piece.end), ''), text)
  expect(between).not.toMatch(/[\p{L}\p{N}]/u)
})

// Time that grows faster than the square of the length exceeds the test timeout.
test.each(['(', 'а', '1', 'a.', '1/', 'А. '])('20,000 characters of “%s” are read', (text) => {
  expect(() => readText(text.repeat(Math.ceil(20_000 / text.length)), 'ru')).not.toThrow()
})

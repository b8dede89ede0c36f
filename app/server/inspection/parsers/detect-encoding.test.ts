import { expect, test } from 'vitest'
import { encodeText } from '#tests/fixtures/encode-text.ts'
import { detectEncoding, singleByteEncodings } from './detect-encoding.ts'

/** Short files as people have them: tables, lists and single words. */
const russian = [
  'имя;сумма\r\nАнна;100\r\nБоб;200\r\n',
  'да',
  'Привет',
  'ФИО;Телефон\n',
  'Дата;Итого\n01.02.2026;15 000,00\n',
  'Счёт № 5',
  'Иванов И. И.;42\n',
  'Москва',
  'name;город\nann;Пермь\n',
  'ОТЧЁТ ЗА ЯНВАРЬ',
  'id,комментарий\n1,нет\n2,ок\n',
  'Съешь же ещё этих мягких французских булок, да выпей чаю.',
  'Здравствуйте! Прошу выставить счёт.\r\nС уважением, Ольга',
  'товар;цена;кол-во\nХлеб;45;2\nМолоко;89;1\nСыр;320;1\n',
  'улица Ленина, дом 5',
  'Вес, кг\t12\nОбъём, л\t3\n',
  'ООО «Ромашка»;ИНН 7701234567\n',
  '1;Петров\n2;Сидоров\n3;Щукин\n',
  'Ёлка',
  'щи',
  'мягкий знак ь и ъ',
  'ПРОТОКОЛ № 12 от 05.03.2026 г.',
  'город;население\nМосква;13000000\nСанкт-Петербург;5600000\nКазань;1300000\n',
  'Доброе утро, дорогие коллеги — встреча в 10:00.',
  '// комментарий\nint x = 5; // счётчик\n',
  'Ошибка: файл не найден',
  '<p>Тест</p>',
  'Лодка плывёт по реке, и солнце садится за лесом.',
  'ул. Мира;кв. 7\n',
  'Да;Нет\nНет;Да\n',
  'Наименование;Ед. изм.;Цена\nГвозди;кг;120,50\nДоска;м3;9800\n',
  'Тел.: +7 900 000-00-00',
  'Яблоко',
  'Весна пришла',
  '2026-11-28 10:15:02 ERROR не удалось подключиться к базе данных\n',
  'Сотрудник\tОклад\nКузнецова Мария\t85000\nЖуков Пётр\t91000\n',
  '┌────────┬──────┐\r\n│ Остаток│  120 │\r\n└────────┴──────┘\r\n',
  'артикул;размер;цвет\nA-15;XL;чёрный\nB-20;M;белый\n',
  'Рецепт: мука 300 г, яйца 2 шт., сахар по вкусу.',
  'Вопрос;Ответ\nСколько времени?;Полдень\n',
]
const western = [
  'café',
  'Prénom;Montant\nZoé;100\n',
  'Größe: 12\nStraße 5\n',
  'año;niño\n2026;3\n',
  'Übung macht den Meister',
  'Ça va très bien, merci.',
  'El señor Muñoz llegó mañana.',
  'Köln;München;Nürnberg\n',
  'naïve façade',
  'São Paulo;João\n',
  'Ærø;Ålesund;Tromsø\n',
  'price;£100\nother;£5\n',
  '“quoted” text – with dashes…',
  '25 °C ± 1',
  '© 2026 Company®',
  'Déjà vu à l’hôtel',
  'Älter;Öl;Übel\n',
  'François Lefèvre;Paris\n',
  'Fußgängerübergänge',
  'résumé',
  'Åsa',
  '10 × 5 µm',
  '¿Qué tal? ¡Bien!',
  'Kunde;Ort\nMüller GmbH;Düsseldorf\nSchäfer AG;Mönchengladbach\n',
  'Nº;Descrição\n1;Ação\n',
  'L’été dernier, nous étions à la plage.',
]

const files = singleByteEncodings.flatMap((encoding) =>
  (encoding === 'windows-1252' ? western : russian).flatMap((text) => {
    const bytes = encodeText(text, encoding)
    return bytes ? [{ encoding, text, bytes }] : []
  }),
)
const wrong = (other: boolean) =>
  files.filter(({ encoding, text, bytes }) => {
    const found = detectEncoding(bytes, (encoding === 'windows-1252') === other ? 'ru' : 'en')
    return found === undefined || new TextDecoder(found).decode(bytes) !== text
  })

test('the encoding of each short text is recognized in the person’s language', () => {
  expect(files.length).toBeGreaterThan(130)
  expect(wrong(false).map(({ encoding, text }) => `${encoding}: ${text}`)).toEqual([])
})

test('nearly all encodings are recognized for a person with another language', () => {
  expect(wrong(true).length).toBeLessThan(files.length * 0.03)
})

test('Shift JIS is none of these', () => {
  const bytes = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x4c, 0x83, 0x58, 0x83, 0x67]
  expect(detectEncoding(Uint8Array.from(bytes), 'en')).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { countText, syllablesIn } from './readability.ts'
import { sentencesOf } from './sentences.ts'
import { writeTask } from './tasks.ts'

const bees = `Bees find their food by sight and by smell. A worker bee may visit several thousand flowers in a single day, and she remembers where the best of them grow. However, a bee does not keep this knowledge to herself. When she returns to the hive, she performs a dance that tells the other bees the direction and the distance of the flowers. The angle of the dance shows the direction in relation to the sun. The length of the dance shows the distance.

Scientists have studied the dance of bees since the 1940s. Karl von Frisch described it first and received the Nobel Prize in 1973 for this work. He marked bees with spots of paint and watched them through the glass wall of a hive. Many of his colleagues did not believe him at first. Later experiments with robotic bees confirmed his results.

Today the dance helps farmers and conservationists. By reading the dances, researchers can tell which fields and meadows bees prefer. A study in England found that bees fly up to twelve kilometres in summer, when flowers near the hive become rare. Meadows with wild flowers shorten these flights. Therefore, cities plant strips of wild flowers along roads and railways. Such strips cost little and need almost no care.`

const lanes = `Городской совет утвердил план развития велосипедной сети на ближайшие пять лет. Он предусматривает 120 километров защищённых дорожек и ремонт старых маршрутов. По словам депутатов, защищённые дорожки снижают число травм и помогают жителям добираться до работы. Однако владельцы магазинов опасаются, что покупателям негде будет оставить машину.

Исследование местного университета показало, что каждый километр защищённой дорожки снижает травматизм на 14 процентов. Учёные сравнили статистику аварий за десять лет. Они изучили улицы с дорожками и улицы без дорожек. В исследовании участвовали врачи городской больницы. Больница передала данные о травмах велосипедистов.

Деньги на строительство даст областной бюджет. Часть расходов покроет плата за парковку. Стоимость парковки в центре вырастет на десять процентов. Строительство первых дорожек начнётся весной возле университета. Затем рабочие перейдут к набережной реки. Но на мостах дорожки появятся только через три года.`

const texts = [
  ['English', 'en', bees],
  ['Russian', 'ru', lanes],
] as const
type Task = Parameters<typeof writeTask>[1]['task']
type Length = Parameters<typeof writeTask>[1]['length']

const write = (language: 'en' | 'ru', source: string, task: Task, length: Length = 'medium') =>
  writeTask(sentencesOf(source, language), { task, length, language, checkpoint: () => {} })
const bullets = (text: string) => text.split('\n').map((line) => line.replace(/^- /u, ''))

describe.each(texts)('a text in %s', (_name, language, source) => {
  test('a summary has sentences of the text, in their order, the longer the more was requested', async () => {
    const summaries = await Promise.all((['short', 'medium', 'long'] as const).map((length) => write(language, source, 'summary', length)))
    const lengths = summaries.map((summary) => {
      const sentences = sentencesOf(summary, language)
      const places = sentences.map(({ text }) => source.toLowerCase().indexOf(text.toLowerCase()))
      expect(places.every((place) => place >= 0)).toBe(true)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      return sentences.length
    })
    expect(lengths).toEqual([2, 4, 8])
  })

  test('points do not depend on an omitted sentence', async () => {
    const points = bullets(await write(language, source, 'key-points', 'medium'))
    expect(points).toHaveLength(5)
    for (const [at, point] of points.entries()) {
      expect(point).not.toMatch(/^(?:However|Therefore|Однако|Но|Затем)(?!\p{L})/u)
      if (/^(?:He|She|It|They|Such|Он|Они)(?!\p{L})/u.test(point)) expect(source).toContain(`${points[at - 1]} ${point}`)
    }
  })

  test('headlines and a snippet are in the text’s own words, none too long and none cut inside a word', async () => {
    const headlines = bullets(await write(language, source, 'headlines', 'long'))
    expect(headlines.length).toBeGreaterThanOrEqual(6)
    const [title = '', description = ''] = (await write(language, source, 'search-snippet'))
      .split('\n\n')
      .map((line) => line.replace(/^\*\*[^*]+\*\* /u, ''))
    expect(title.length).toBeGreaterThan(10)
    expect(title.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeGreaterThan(60)
    expect(description.length).toBeLessThanOrEqual(155)
    for (const headline of headlines) expect(headline.length).toBeLessThanOrEqual(100)
    const known = new Set(source.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    for (const text of [title, description, ...headlines]) {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      expect(words.filter((word) => !known.has(word))).toEqual([])
    }
  })

  test('a text of any kind is answered the same each time', async () => {
    for (const task of ['summary', 'key-points', 'keywords', 'outline', 'headlines', 'search-snippet', 'readability', 'verse'] as const)
      expect(await write(language, source, task)).toBe(await write(language, source, task))
  })
})

test('keywords are in the nominative, in the number that the text prefers', async () => {
  const english = bullets(await write('en', bees, 'keywords'))
  expect(english).toEqual(expect.arrayContaining(['bee', 'flower', 'dance', 'hive']))
  const russian = bullets(await write('ru', lanes, 'keywords'))
  expect(russian).toEqual(expect.arrayContaining(['защищённые дорожки', 'университет', 'травмы']))
  for (const form of ['дорожек', 'травм', 'травмах', 'университета']) expect(russian).not.toContain(form)
})

test('headings of a Russian outline are in the nominative', async () => {
  const headings = (await write('ru', lanes, 'outline', 'long'))
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.replace(/^#+ /u, ''))
  expect(headings[0]).toBe('Защищённые дорожки')
  for (const heading of headings) expect(heading.split(' ')[0]).not.toMatch(/(?:ого|ому|ыми|ами|ями|ах|ях|ую|юю|ом|ам)$/u)
})

const council = {
  en: 'The council met on Monday. It approved a new library by the river. Some residents fear noise from the building site. The mayor promised quiet hours at night. Construction begins in May and ends next autumn.',
  ru: 'Совет собрался в понедельник. Он одобрил новую библиотеку у верховьев реки. Некоторые жители боятся шума стройки и тающего льда. Мэр пообещал тихие часы ночью. Строительство начнётся в мае.',
}

test('keywords and the title of a short text are its nouns, without verbs and days', async () => {
  expect(bullets(await write('en', council.en, 'keywords')).toSorted()).toEqual([
    'building site',
    'construction',
    'council',
    'library',
    'mayor',
    'noise',
    'resident',
    'river',
  ])
  expect(await write('en', council.en, 'outline')).toMatch(/^# Council\n/u)
  const russian = bullets(await write('ru', council.ru, 'keywords'))
  expect(russian).toEqual(expect.arrayContaining(['совет', 'библиотека', 'тающий лёд']))
  expect(await write('ru', council.ru, 'outline')).toMatch(/^# Совет\n/u)
})

test.each([
  ['en', 'The council met on Monday. It approved a new library by the river.'],
  ['ru', 'Совет собрался в понедельник. Он одобрил новую библиотеку у верховьев реки.'],
] as const)('a summary in %s begins with the lead and the sentence that continues it', async (language, lead) => {
  for (const length of ['short', 'medium'] as const)
    expect(await write(language, council[language], 'summary', length)).toMatch(RegExp(`^${lead}`, 'u'))
  expect(await write(language, council[language], 'key-points')).toContain(`- ${lead.replace('. ', '.\n- ')}`)
})

test('a lead that says little gives way to the next sentence, and a single sentence is the most informative one', async () => {
  const boats = 'Help is on the way. The boats left at dawn. They carry blankets and water for the village.'
  expect(await write('en', boats, 'summary')).toBe('The boats left at dawn. They carry blankets and water for the village.')
  const one = await writeTask(sentencesOf(boats, 'en'), {
    task: 'summary',
    length: 'short',
    language: 'en',
    count: 1,
    checkpoint: () => {},
  })
  expect(one).toBe('They carry blankets and water for the village.')
})

test('headings and the courtesies of a letter are no part of its summary', async () => {
  const letter =
    '# News from the Launch Team\nDear Mr. Brown, thank you for your letter. The client moved the launch to April. Tom prepares the press release. The design team checks the colors on phones. Best regards, Maria'
  expect(await write('en', letter, 'summary')).not.toMatch(/News|Brown|regards/u)
})

test.each([
  ['A whistle sounds when the water boils in the kettle.', 'whistle sound'],
  ['Layer the potatoes in a baking dish.', 'layer'],
  ['The landlord repairs heating and old pipes.', 'repairs heating'],
  ['Best views open in the summer on Monday night.', 'night'],
])('keywords of "%s" do not have "%s"', async (text, word) => {
  expect(bullets(await write('en', text, 'keywords'))).not.toContain(word)
})

test('names keep their capital letters, other words lose that of the beginning of a sentence', async () => {
  const text = 'PostgreSQL stores old plans. Trams cross the city. Visitors love the Dom Luís bridge. It opened in New York.'
  expect(bullets(await write('en', text, 'keywords')).toSorted()).toEqual([
    'Dom Luís bridge',
    'New York',
    'PostgreSQL',
    'city',
    'plan',
    'tram',
    'visitor',
  ])
})

test('a job can be canceled within a sentence without end', async () => {
  let checks = 0
  const options = { task: 'keywords', length: 'short', language: 'en', checkpoint: () => void (checks += 1) } as const
  await writeTask(sentencesOf('the council builds a library by the river and '.repeat(200), 'en'), options)
  expect(checks).toBeGreaterThan(9)
})

test.each([
  ['cities', 'city'],
  ['boxes', 'box'],
  ['horses', 'horse'],
  ['children', 'child'],
  ['analysis', 'analysis'],
  ['glass', 'glass'],
  ['bus', 'bus'],
  ['lanes', 'lane'],
])('the keyword of "%s" is "%s"', async (word, singular) => {
  expect(bullets(await write('en', `A reporter wrote about the ${word} in Paris.`, 'keywords'))).toContain(singular)
})

test.each([
  ['cat', 1],
  ['table', 2],
  ['wanted', 2],
  ['lanes', 1],
  ['places', 2],
  ['distance', 2],
  ['молоко', 3],
  ['ёж', 1],
])('"%s" has %i syllables', (word, syllables) => {
  expect(syllablesIn(word)).toBe(syllables)
})

test('a readability report counts, names its formula and the sentences that are long', async () => {
  const easy = countText(sentencesOf('The cat sat on the mat. The dog ran to the red barn.', 'en'), 'en')
  expect(easy).toMatchObject({ sentences: 2, words: 13, syllables: 13 })
  expect(easy.ease).toBeCloseTo(206.835 - 1.015 * 6.5 - 84.6, 5)
  const long = `Короткое предложение стоит здесь. ${'Очень длинное предложение продолжается и продолжается '.repeat(6).trim()}.`
  const report = await write('ru', long, 'readability')
  expect(report).toContain('Оборневой')
  expect(report).toContain('184 слова в минуту')
  expect(report).toMatch(/- Очень длинное предложение .+… \(слов: 36\)/u)
  expect(await write('en', bees, 'readability')).toContain('Flesch–Kincaid')
})

test('50,000 characters of prose or of fragments are summarized', async () => {
  const prose = `${lanes}\n`.repeat(60).slice(0, 50_000)
  const fragments = Array.from({ length: 12_000 }, (_, index) => `a${index % 700} b c.`)
    .join(' ')
    .slice(0, 50_000)
  expect((await write('ru', prose, 'summary', 'long')).length).toBeGreaterThan(100)
  await expect(write('en', fragments, 'summary', 'long')).resolves.toBeDefined()
})

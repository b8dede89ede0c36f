import type { Kind } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { digest } from '#app/shell/media/text-samples.ts'
import type { Locale } from '#config'
import type { ModelSort } from '#app/runs/models/model-sort.ts'

/**
 * Prompts to start from. They are no literal translations of each other, and data instead of messages, so that only people who open the
 * list load them.
 */
type Localized = Record<Locale, string>

export type Template = {
  kind: Kind
  /** Models that the template suits. */
  sort: ModelSort
  title: Localized
  /** `{{place}}` is a gap that the person fills in. */
  text: Localized
  /** Options to set with the prompt, if the model has them. */
  options?: OptionValues
}

const news: Localized = {
  en: 'The city library has opened again after two years of repairs. Its reading hall is twice as large, and the old glass roof lets in daylight from morning to evening. Readers can borrow books around the clock from lockers at the entrance. The children’s floor has its own stage for readings on Sundays. The work cost less than planned, because the oak shelves were restored and not replaced. In the first week eleven thousand people came, more than in a whole month before.',
  ru: 'Городская библиотека снова открылась после двух лет ремонта. Читальный зал стал вдвое больше, а старая стеклянная крыша с утра до вечера пропускает дневной свет. Книги теперь можно брать круглые сутки: у входа стоят ячейки. На детском этаже появилась своя сцена, по воскресеньям там читают вслух. Ремонт обошёлся дешевле, чем думали, потому что дубовые полки не заменили, а восстановили. За первую неделю пришли одиннадцать тысяч человек, больше, чем раньше за целый месяц.',
}
const goods: Localized = {
  en: 'The Harbor kettle is made of enameled steel and boils a liter of water in four minutes. Its handle is beech wood and stays cool. The spout pours a thin, even stream, so it suits both tea and filter coffee. A whistle tells when the water boils, and it can be taken off for quiet mornings. The kettle works on gas, electric and induction stoves and holds a liter and a half. Every kettle comes with a ten-year guarantee.',
  ru: 'Чайник «Гавань» сделан из эмалированной стали и кипятит литр воды за четыре минуты. Ручка из бука не нагревается. Носик льёт тонкой ровной струёй, поэтому он подходит и для чая, и для кофе через фильтр. Когда вода закипит, раздаётся свисток; для тихого утра его можно снять. Чайник годится для газовых, электрических и индукционных плит и вмещает полтора литра. На каждый чайник даётся гарантия десять лет.',
}

export const templates: readonly Template[] = [
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Watercolor landscape', ru: 'Пейзаж акварелью' },
    text: { en: 'Mountain lake at dawn, pine forest, mist, watercolor', ru: 'Горное озеро на рассвете, сосновый лес, туман, акварель' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Travel poster', ru: 'Дорожный плакат' },
    text: { en: 'Travel poster, lighthouse on a cliff by the sea, sunset', ru: 'Плакат, маяк на скале у моря, закат' },
    options: { aspect: '3:4' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'City in neon', ru: 'Город в неоне' },
    text: { en: 'Neon city at night in the rain, cars and lanterns', ru: 'Неоновый город ночью под дождём, машины и фонари' },
    options: { aspect: '16:9' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Winter card', ru: 'Зимняя открытка' },
    text: {
      en: 'Snowy village in the mountains at night, northern lights, fir trees',
      ru: 'Заснеженная деревня в горах, ночь, северное сияние, ёлки',
    },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Ink drawing', ru: 'Рисунок тушью' },
    text: { en: 'Bridge over a river in the fog, ink drawing, black and white', ru: 'Мост над рекой в тумане, тушь, чёрно-белый' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Pixel space', ru: 'Пиксельный космос' },
    text: { en: 'Rocket, planet with rings, stars, pixel art', ru: 'Ракета, планета с кольцами, звёзды, пиксель-арт' },
    options: { aspect: '1:1' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Paper forest', ru: 'Бумажный лес' },
    text: { en: 'Autumn forest with a deer and a full moon, paper cut', ru: 'Осенний лес, олень и полная луна, аппликация' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Under water', ru: 'Под водой' },
    text: { en: 'Coral reef under water, a school of fish, vivid', ru: 'Коралловый риф под водой, стая рыб, ярко' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Low-poly desert', ru: 'Пустыня из граней' },
    text: { en: 'Desert dunes with cacti at noon, low poly, clear sky', ru: 'Барханы и кактусы в полдень, лоу-поли, ясное небо' },
  },
  {
    kind: 'image',
    sort: 'any',
    title: { en: 'Your own place', ru: 'Ваше место' },
    text: { en: '{{place}} at {{time of day}}, {{season}}, {{style}}', ru: '{{место}}, {{время суток}}, {{время года}}, {{стиль}}' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'Sail at sunset', ru: 'Парус на закате' },
    text: {
      en: 'Sailing boat on the sea at sunset, waves, camera pans, calm music',
      ru: 'Парусник в море на закате, волны, панорамирование, спокойная музыка',
    },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'From day to night', ru: 'От дня до ночи' },
    text: { en: 'Mountain lake from day to night, stars', ru: 'Горное озеро от дня до ночи, звёзды' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'First snow', ru: 'Первый снег' },
    text: { en: 'Snow falling on a village at dusk, lanterns, quiet piano', ru: 'Снег над деревней в сумерках, фонари, тихое пианино' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'Night drive', ru: 'Ночная улица' },
    text: {
      en: 'Neon street at night in the rain, camera moves forward, synthwave',
      ru: 'Неоновая улица ночью под дождём, камера движется вперёд, синтвейв',
    },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'Storm at the lighthouse', ru: 'Шторм у маяка' },
    text: {
      en: 'Storm over the sea, lighthouse, lightning, dramatic orchestra',
      ru: 'Шторм над морем, маяк, молния, драматический оркестр',
    },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'Autumn from above', ru: 'Осень с высоты' },
    text: { en: 'Autumn forest and a river, aerial view, calm guitar', ru: 'Осенний лес и река, вид сверху, спокойная гитара' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'Among the planets', ru: 'Среди планет' },
    text: { en: 'Rocket and planets, nebula, zoom in, epic choir', ru: 'Ракета и планеты, туманность, приближение, эпический хор' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'By the fire', ru: 'У костра' },
    text: { en: 'Campfire and a tent under the stars, forest, quiet guitar', ru: 'Костёр и палатка под звёздами, лес, тихая гитара' },
  },
  {
    kind: 'video',
    sort: 'any',
    title: { en: 'A clip for a phone', ru: 'Ролик для телефона' },
    text: { en: 'Waterfall in the forest, morning, mist, birds, still camera', ru: 'Водопад в лесу, утро, туман, птицы, статичная камера' },
    options: { aspect: '9:16' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'For a quiet evening', ru: 'Для тихого вечера' },
    text: { en: 'Calm piano and strings, a little sad, slow', ru: 'Спокойное пианино и струнные, немного грустно, медленно' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'To work by', ru: 'Под работу' },
    text: { en: 'Lo-fi beats, electric piano, rain, cozy', ru: 'Лоу-фай, клавишные, дождь, уютно' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'Night road', ru: 'Ночная дорога' },
    text: { en: 'Synthwave, bass and drums, energetic', ru: 'Синтвейв, бас и ударные, энергично' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'Music-box waltz', ru: 'Вальс из шкатулки' },
    text: { en: 'Waltz, music box and harp, dreamy', ru: 'Вальс, музыкальная шкатулка и арфа, мечтательно' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'For a trailer', ru: 'Для трейлера' },
    text: { en: 'Epic cinematic music, brass, choir and drums', ru: 'Эпическая музыка для фильма, медные духовые, хор и барабаны' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'Sea and bells', ru: 'Море и колокольчики' },
    text: { en: 'Ambient, bells, sound of the sea, meditative, slow', ru: 'Эмбиент, колокольчики, шум моря, медитативно, медленно' },
  },
  {
    kind: 'audio',
    sort: 'music',
    title: { en: 'Village dance', ru: 'Деревенский танец' },
    text: { en: 'Folk, flute and guitar, cheerful, fast', ru: 'Фолк, флейта и гитара, весело, быстро' },
  },
  {
    kind: 'audio',
    sort: 'speech',
    title: { en: 'Voicemail', ru: 'Автоответчик' },
    text: {
      en: 'Hello, this is {{name}}. I can’t come to the phone right now. Leave a message after the tone, and I will call you back.',
      ru: 'Здравствуйте, это {{имя}}. Сейчас я не могу подойти к телефону. Оставьте сообщение после сигнала, и я перезвоню.',
    },
  },
  {
    kind: 'audio',
    sort: 'speech',
    title: { en: 'Museum guide', ru: 'Аудиогид' },
    text: {
      en: 'You are standing in front of the oldest clock in the city. It has been going since 1704 and has stopped only once: in the winter when its keeper fell in love and forgot to wind it. Walk on to the window on your left.',
      ru: 'Перед вами самые старые часы в городе. Они идут с 1704 года и остановились только однажды: той зимой, когда смотритель влюбился и забыл их завести. Пройдите к окну слева.',
    },
  },
  {
    kind: 'audio',
    sort: 'speech',
    title: { en: 'Bedtime story', ru: 'Сказка на ночь' },
    text: {
      en: 'Once upon a time there was a lighthouse that was afraid of the dark. Every evening it lit its lamp a little earlier than it had to. And every evening a ship far out at sea thought: somebody is waiting for me.',
      ru: 'Жил-был маяк, который боялся темноты. Каждый вечер он зажигал свою лампу чуть раньше, чем нужно. И каждый вечер какой-нибудь корабль далеко в море думал: меня ждут.',
    },
  },
  {
    kind: 'audio',
    sort: 'speech',
    title: { en: 'Announcement', ru: 'Объявление' },
    text: {
      en: 'Dear passengers, the train to {{city}} leaves from platform {{number}} in five minutes. Please take your seats.',
      ru: 'Уважаемые пассажиры, поезд до станции {{станция}} отправляется через пять минут, путь номер {{номер}}. Просим занять места.',
    },
  },
  {
    kind: 'audio',
    sort: 'speech',
    title: { en: 'Opening of a podcast', ru: 'Начало подкаста' },
    text: {
      en: 'You are listening to {{title}}. Today we talk about {{topic}}. Make yourself comfortable: we begin.',
      ru: 'Вы слушаете подкаст «{{название}}». Тема выпуска: {{тема}}. Устраивайтесь поудобнее, мы начинаем.',
    },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'The gist of an article', ru: 'Суть статьи' },
    text: { en: digest.en.source, ru: digest.ru.source },
    options: { task: 'summary', length: 'short' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'Key points', ru: 'Главные мысли' },
    text: news,
    options: { task: 'key-points', length: 'medium' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'Headlines for the news', ru: 'Заголовки для новости' },
    text: news,
    options: { task: 'headlines', length: 'medium' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'Search title and description', ru: 'Заголовок и описание для поиска' },
    text: goods,
    options: { task: 'search-snippet' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'Keywords of a page', ru: 'Ключевые слова страницы' },
    text: goods,
    options: { task: 'keywords', length: 'short' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'An outline', ru: 'План текста' },
    text: { en: digest.en.source, ru: digest.ru.source },
    options: { task: 'outline', length: 'short' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'How easy it is to read', ru: 'Легко ли читать' },
    text: goods,
    options: { task: 'readability' },
  },
  {
    kind: 'text',
    sort: 'tool',
    title: { en: 'Verse from your text', ru: 'Стихи по вашему тексту' },
    text: { en: 'Sea, lighthouse, night. A sail comes home.', ru: 'Море, маяк, ночь. Парус идёт домой.' },
    options: { task: 'verse', length: 'short' },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'Explain it simply', ru: 'Объяснить просто' },
    text: {
      en: 'Explain {{topic}} so that a ten-year-old understands it. Use one comparison from everyday life.',
      ru: 'Объясните десятилетнему ребёнку тему «{{тема}}». Возьмите одно сравнение из повседневной жизни.',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'A letter', ru: 'Письмо' },
    text: {
      en: 'Write a short, polite letter. To: {{whom}}. About: {{what}}. What I would like: {{outcome}}.',
      ru: 'Напишите короткое вежливое письмо. Кому: {{кому}}. О чём: {{о чём}}. Чего я хочу: {{результат}}.',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'A weekend away', ru: 'Выходные в поездке' },
    text: {
      en: 'Plan a weekend in {{city}} for {{who}}: morning, afternoon and evening of both days, with a rainy-day choice for each.',
      ru: 'Составьте план на выходные. Город: {{город}}. Кто едет: {{кто}}. Утро, день и вечер обоих дней, и к каждому пункту вариант на случай дождя.',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'Compare in a table', ru: 'Сравнить в таблице' },
    text: {
      en: 'Compare {{one}} and {{the other}} in a table of five rows, then say in one sentence when to choose which.',
      ru: 'Сравните в таблице из пяти строк: {{первое}} и {{второе}}. Потом одним предложением скажите, что когда выбрать.',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'Ten names', ru: 'Десять названий' },
    text: {
      en: 'Suggest ten names for {{what}}. Short, easy to say aloud, none of them an English cliché. A few words of reason for each.',
      ru: 'Предложите десять названий. Для чего: {{для чего}}. Короткие, легко произносить, без штампов. К каждому несколько слов, почему именно так.',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'Notes into tasks', ru: 'Заметки в задачи' },
    text: {
      en: 'Make a list of tasks out of these notes: who, what, until when. Mark what is unclear.\n\n{{notes}}',
      ru: 'Сделайте из этих заметок список задач: кто, что, к какому сроку. Неясное отметьте.\n\n{{заметки}}',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'A careful editor', ru: 'Бережный редактор' },
    text: {
      en: 'Correct this text. Keep the author’s voice, change as little as possible, and list what you changed and why.\n\n{{text}}',
      ru: 'Исправьте этот текст. Сохраните голос автора, меняйте как можно меньше и перечислите, что и почему изменили.\n\n{{текст}}',
    },
  },
  {
    kind: 'text',
    sort: 'chat',
    title: { en: 'A very short story', ru: 'Очень короткий рассказ' },
    text: {
      en: 'Write a story of 150 words about {{whom or what}}. It begins in the middle and ends with a question.',
      ru: 'Напишите рассказ на 150 слов. Герой: {{герой}}. Рассказ начинается с середины и кончается вопросом.',
    },
  },
]

/** The address of an idea's picture, which `scripts/make-choices.ts` draws; undefined for sounds, texts and prompts with gaps. */
export function pictureOf({ kind, sort, title, text }: Template): string | undefined {
  const isDrawn = (kind === 'image' || kind === 'video') && sort === 'any' && !text.en.includes('{{')
  return isDrawn ? `/samples/ideas/${title.en.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.webp` : undefined
}

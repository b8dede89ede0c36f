import type { Kind } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Locale } from '#config'
import type { ModelSort } from '#app/runs/models/model-sort.ts'

/** Texts in both languages, loaded with the feature instead of the catalogues. */
type Localized = Record<Locale, string>
type Gender = 'm' | 'f' | 'n' | 'p'
type Noun = Localized & { gender: Gender }
type Adjective = { en: string; ru: Record<Gender, string> }
type Time = 'dawn' | 'day' | 'dusk' | 'night'

const adjective = (en: string, m: string, f: string, n: string, p: string): Adjective => ({ en, ru: { m, f, n, p } })
const noun = (en: string, ru: string, gender: Gender): Noun => ({ en, ru, gender })

export const placeAdjectives: readonly Adjective[] = [
  adjective('quiet', 'тихий', 'тихая', 'тихое', 'тихие'),
  adjective('misty', 'туманный', 'туманная', 'туманное', 'туманные'),
  adjective('mysterious', 'таинственный', 'таинственная', 'таинственное', 'таинственные'),
  adjective('majestic', 'величественный', 'величественная', 'величественное', 'величественные'),
  adjective('dreamy', 'сказочный', 'сказочная', 'сказочное', 'сказочные'),
]
const thingAdjectives: readonly Adjective[] = [
  adjective('lonely', 'одинокий', 'одинокая', 'одинокое', 'одинокие'),
  adjective('small', 'маленький', 'маленькая', 'маленькое', 'маленькие'),
  adjective('white', 'белый', 'белая', 'белое', 'белые'),
  adjective('red', 'красный', 'красная', 'красное', 'красные'),
]

const boat = noun('boat', 'лодка', 'f')
const sail = noun('sailing boat', 'парусник', 'm')
const lighthouse = noun('lighthouse', 'маяк', 'm')
const cabin = noun('cabin', 'домик', 'm')
const balloon = noun('balloon', 'воздушный шар', 'm')
const bridge = noun('bridge', 'мост', 'm')
const train = noun('train', 'поезд', 'm')
const mill = noun('windmill', 'мельница', 'f')
const castle = noun('castle', 'замок', 'm')
const tent = noun('tent', 'палатка', 'f')
const tree = noun('tree', 'дерево', 'n')
const car = noun('car', 'машина', 'f')
const lanterns = noun('lanterns', 'фонари', 'p')
const birds = noun('birds', 'птицы', 'p')

/** A place and objects that fit it. */
export const scenes: readonly (Noun & { things: readonly Noun[]; inBloom?: boolean })[] = [
  { ...noun('mountain lake', 'горное озеро', 'n'), things: [boat, cabin, tent, balloon] },
  { ...noun('sea bay', 'морской залив', 'm'), things: [sail, lighthouse, birds, boat] },
  { ...noun('mountain valley', 'горная долина', 'f'), things: [castle, train, cabin, balloon] },
  { ...noun('forest river', 'лесная река', 'f'), things: [bridge, boat, cabin, tent] },
  { ...noun('flower meadow', 'цветочный луг', 'm'), things: [mill, tree, balloon, cabin], inBloom: true },
  { ...noun('island', 'остров', 'm'), things: [lighthouse, sail, castle, tree] },
  { ...noun('desert', 'пустыня', 'f'), things: [train, tent, balloon, tree] },
  { ...noun('city street', 'городская улица', 'f'), things: [car, lanterns, birds] },
  { ...noun('waterfall', 'водопад', 'm'), things: [birds, cabin, tree] },
  { ...noun('hills', 'холмы', 'p'), things: [mill, castle, tree, train] },
]

export const times: readonly (Localized & { time: Time })[] = [
  { en: 'at dawn', ru: 'на рассвете', time: 'dawn' },
  { en: 'in the morning', ru: 'утром', time: 'dawn' },
  { en: 'at noon', ru: 'в полдень', time: 'day' },
  { en: 'at sunset', ru: 'на закате', time: 'dusk' },
  { en: 'at dusk', ru: 'в сумерках', time: 'dusk' },
  { en: 'at night', ru: 'ночью', time: 'night' },
]
export const weathers: readonly (Localized & { only?: readonly Time[]; isWintry?: boolean })[] = [
  { en: 'light fog', ru: 'дымка', only: ['dawn', 'dusk'] },
  { en: 'clear sky', ru: 'ясное небо', only: ['dawn', 'day', 'dusk'] },
  { en: 'starry sky', ru: 'звёздное небо', only: ['night'] },
  { en: 'full moon', ru: 'полная луна', only: ['night', 'dusk'] },
  { en: 'northern lights', ru: 'северное сияние', only: ['night'] },
  { en: 'gentle rain', ru: 'тихий дождь' },
  { en: 'falling snow', ru: 'снегопад', isWintry: true },
  { en: 'falling leaves', ru: 'листопад', only: ['dawn', 'day', 'dusk'] },
]
export const styles: readonly Localized[] = [
  { en: 'watercolor', ru: 'акварель' },
  { en: 'flat poster', ru: 'плакат' },
  { en: 'ink drawing', ru: 'тушь' },
  { en: 'pixel art', ru: 'пиксель-арт' },
  { en: 'low poly', ru: 'лоу-поли' },
  { en: 'paper cut', ru: 'аппликация' },
  { en: 'pastel colours', ru: 'пастельные цвета' },
  { en: 'vivid colours', ru: 'яркие цвета' },
]
export const cameras: readonly Localized[] = [
  { en: 'camera moves forward', ru: 'камера движется вперёд' },
  { en: 'camera pans', ru: 'панорамирование' },
  { en: 'zoom out', ru: 'отъезд камеры' },
  { en: 'still camera', ru: 'статичная камера' },
]
export const scores: readonly Localized[] = [
  { en: 'calm piano', ru: 'спокойное пианино' },
  { en: 'quiet guitar', ru: 'тихая гитара' },
  { en: 'epic orchestra', ru: 'эпический оркестр' },
  { en: 'dreamy harp', ru: 'мечтательная арфа' },
]

export const tuneAdjectives: readonly Adjective[] = [
  adjective('calm', 'спокойный', 'спокойная', 'спокойное', 'спокойные'),
  adjective('dreamy', 'мечтательный', 'мечтательная', 'мечтательное', 'мечтательные'),
  adjective('sad', 'грустный', 'грустная', 'грустное', 'грустные'),
  adjective('cheerful', 'весёлый', 'весёлая', 'весёлое', 'весёлые'),
  adjective('epic', 'эпический', 'эпическая', 'эпическое', 'эпические'),
]
export const tunes: readonly Noun[] = [
  noun('waltz', 'вальс', 'm'),
  noun('ambient', 'эмбиент', 'm'),
  noun('synthwave', 'синтвейв', 'm'),
  noun('folk music', 'народная музыка', 'f'),
  noun('march', 'марш', 'm'),
  noun('film music', 'музыка для фильма', 'f'),
]
export const bands: readonly Localized[] = [
  { en: 'piano and strings', ru: 'пианино и струнные' },
  { en: 'harp and bells', ru: 'арфа и колокольчики' },
  { en: 'flute and guitar', ru: 'флейта и гитара' },
  { en: 'synthesizer and bass', ru: 'синтезатор и бас' },
  { en: 'organ and choir', ru: 'орган и хор' },
  { en: 'brass and drums', ru: 'медные духовые и барабаны' },
]
export const sounds: readonly Localized[] = [
  { en: 'sound of rain', ru: 'шум дождя' },
  { en: 'sound of the sea', ru: 'шум моря' },
  { en: 'birds singing', ru: 'пение птиц' },
  { en: 'crackling fire', ru: 'треск костра' },
]
export const paces: readonly Localized[] = [
  { en: 'slow', ru: 'медленно' },
  { en: 'fast', ru: 'быстро' },
]

const greetings: readonly Localized[] = [
  { en: 'Good evening.', ru: 'Добрый вечер.' },
  { en: 'Good morning, everybody.', ru: 'Всем доброе утро.' },
  { en: 'Dear listeners,', ru: 'Дорогие слушатели!' },
]
const tidings: readonly Localized[] = [
  {
    en: 'the last tram leaves in ten minutes, and the driver has promised to go slowly.',
    ru: 'Последний трамвай уходит через десять минут, и водитель обещал ехать не спеша.',
  },
  {
    en: 'a heron has moved into the city park, and the ducks have taken it well.',
    ru: 'В городском парке поселилась цапля, и утки отнеслись к этому спокойно.',
  },
  {
    en: 'the clock on the tower is three minutes fast again, so nobody is late today.',
    ru: 'Часы на башне снова спешат на три минуты, поэтому сегодня никто не опоздает.',
  },
  {
    en: 'the lighthouse is looking for a keeper who likes tea, books and long nights.',
    ru: 'Маяку нужен смотритель, который любит чай, книги и долгие ночи.',
  },
]
const farewells: readonly Localized[] = [
  { en: 'Put the kettle on: we shall be right back.', ru: 'Ставьте чайник: мы скоро вернёмся.' },
  { en: 'Take an umbrella, and be kind to each other.', ru: 'Возьмите зонт и берегите друг друга.' },
  { en: 'That was all for today. Sleep well.', ru: 'На сегодня это всё. Спокойной ночи.' },
]

/** A thing that a town has opened; in Russian in the accusative, and as a pronoun. */
const openings: readonly { en: string; ru: string; it: string; its: string }[] = [
  { en: 'a wooden bridge', ru: 'деревянный мост', it: 'Он', its: 'него' },
  { en: 'a small observatory', ru: 'небольшую обсерваторию', it: 'Она', its: 'неё' },
  { en: 'a night library', ru: 'ночную библиотеку', it: 'Она', its: 'неё' },
  { en: 'a museum of rain', ru: 'музей дождя', it: 'Он', its: 'него' },
]
const reasons: readonly Localized[] = [
  {
    en: 'The money came from a lottery in which every third ticket won a jar of honey.',
    ru: 'Деньги собрали лотереей, в которой каждый третий билет выигрывал банку мёда.',
  },
  {
    en: 'Half of the money came from the town, the rest from a baker who wants to stay unknown.',
    ru: 'Половину денег дал город, остальное пекарь, который просил не называть его имени.',
  },
  { en: 'Volunteers worked on it for three summers and were paid in cherries.', ru: 'Добровольцы работали три лета, а платили им вишней.' },
]
const views: readonly Localized[] = [
  { en: 'The mayor says that the evenings have become longer since then.', ru: 'Мэр говорит, что вечера с тех пор стали длиннее.' },
  {
    en: 'Some neighbours complain about the noise, others bring chairs and stay until midnight.',
    ru: 'Одни соседи жалуются на шум, другие приносят стулья и сидят до полуночи.',
  },
  {
    en: 'The railway has added a late train so that guests from other towns can get home.',
    ru: 'Железная дорога добавила поздний поезд, чтобы гости из других городов успевали домой.',
  },
]
const plans: readonly Localized[] = [
  { en: 'Next spring the street that leads there is to be closed to cars.', ru: 'Весной улицу, которая туда ведёт, закроют для машин.' },
  { en: 'In autumn the schools will hold their astronomy lessons there.', ru: 'Осенью школы будут проводить там уроки астрономии.' },
]

const tasks: readonly Localized[] = [
  { en: 'Write a short story', ru: 'Напишите короткий рассказ' },
  { en: 'Write a fable with a moral', ru: 'Напишите басню с моралью' },
  { en: 'Write a letter home', ru: 'Напишите письмо домой' },
  { en: 'Write the first page of a novel', ru: 'Напишите первую страницу романа' },
]
const heroes: readonly Localized[] = [
  { en: 'about a lighthouse keeper who collects clouds', ru: 'о смотрителе маяка, который собирает облака' },
  { en: 'about a tram driver who has never seen the sea', ru: 'о водителе трамвая, который никогда не видел моря' },
  { en: 'about two neighbours who share one piano', ru: 'о двух соседках, у которых одно пианино на двоих' },
  { en: 'about a town where it rains only on Thursdays', ru: 'о городе, где дождь идёт только по четвергам' },
]
const turns: readonly Localized[] = [
  { en: 'It is to end well, but not as one expects.', ru: 'Пусть всё кончится хорошо, но не так, как ждёшь.' },
  { en: 'Somebody in it tells one lie.', ru: 'Пусть кто-то один раз солжёт.' },
  { en: 'It has to fit on a postcard.', ru: 'Пусть текст поместится на открытку.' },
]

type Random = () => number
export type Surprise = { prompt: string; options?: OptionValues }

/** Returns a random prompt for a sort of models, combined from parts that fit each other. */
export function surprise(kind: Kind, sort: ModelSort, locale: Locale, random: Random = Math.random): Surprise {
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)]
    if (chosen === undefined) throw new Error('there is nothing to choose from')
    return chosen
  }
  const say = (words: Localized) => words[locale]
  const list = (...parts: (string | undefined)[]) => sentenceCase(parts.filter(Boolean).join(', '))
  const perhaps = <T>(value: T): T | undefined => (random() < 0.5 ? value : undefined)

  if (kind === 'audio' && sort === 'speech') {
    const greeting = say(pick(greetings))
    const tiding = say(pick(tidings))
    return { prompt: `${greeting} ${greeting.endsWith(',') ? tiding : sentenceCase(tiding)} ${say(pick(farewells))}` }
  }
  if (kind === 'audio') {
    return {
      prompt: list(
        withAdjective(pick(tuneAdjectives), pick(tunes), locale),
        say(pick(bands)),
        say(pick(paces)),
        perhaps(say(pick(sounds))),
      ),
    }
  }
  if (kind === 'text' && sort === 'chat') {
    return { prompt: `${say(pick(tasks))} ${say(pick(heroes))}. ${say(pick(turns))}` }
  }
  if (kind === 'text') {
    const opened = pick(openings)
    const visitors = pick([40, 60, 75, 90, 120])
    const opening: Localized = {
      en: `A small town on the river has opened ${opened.en}. It took two years to build, and ${visitors} people stood in line on the first day. Before it there was only a car park.`,
      ru: `В небольшом городе у реки открыли ${opened.ru}. ${opened.it} строился два года, и в первый день в очереди стояло ${visitors} человек. До ${opened.its} здесь была только стоянка.`,
    }
    const fitting = opened.it === 'Она' ? opening.ru.replace('строился', 'строилась') : opening.ru
    return {
      prompt: [locale === 'ru' ? fitting : opening.en, say(pick(reasons)), say(pick(views)), say(pick(plans))].join(' '),
      options: { task: pick(['summary', 'key-points', 'headlines']), length: 'short' },
    }
  }

  const scene = pick(scenes)
  const { time, ...when } = pick(times)
  const weather = pick(weathers.filter(({ only, isWintry }) => (!only || only.includes(time)) && !(isWintry && scene.inBloom)))
  const place = withAdjective(pick(placeAdjectives), scene, locale)
  const thing = withAdjective(pick(thingAdjectives), pick(scene.things), locale)
  const seen = list(`${place} ${say(when)}`, thing, say(weather), kind === 'image' ? say(pick(styles)) : undefined)
  return { prompt: kind === 'video' ? list(seen, say(pick(cameras)), say(pick(scores))) : seen }
}

/** Combines an adjective and a noun: with the article in English; in the noun's gender and number in Russian. */
function withAdjective({ en, ru }: Adjective, thing: Noun, locale: Locale): string {
  if (locale === 'ru') return `${ru[thing.gender]} ${thing.ru}`
  const words = `${en} ${thing.en}`
  return thing.gender === 'p' || isUncountable(thing) ? words : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}

const isUncountable = ({ en }: Noun) => /music$|^ambient$|^synthwave$/.test(en)

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import type { SpeechLanguage } from '../../protocol/voices.ts'
import { stressed } from './metre.ts'

export const themes = ['sea', 'forest', 'night', 'city', 'winter', 'spring', 'summer', 'autumn', 'home', 'sky', 'road'] as const
export type Theme = (typeof themes)[number]

/** Beginnings of words that select a theme, and the theme's title. */
export const themeWords: Record<SpeechLanguage, Record<Theme, { name: string; calls: RegExp }>> = {
  en: {
    sea: {
      name: 'The sea',
      calls: /^(?:sea|seas|ocean|wave|tide|beach|shore|coast|ship|boat|sail|lighthouse|island|harbou?r|lake|river|water|fish)/,
    },
    forest: {
      name: 'The wood',
      calls: /^(?:forest|wood|woods|tree|pine|oak|leaf|bird|garden|grove|flower|grass|meadow|mountain|hill|nature)/,
    },
    night: { name: 'Night', calls: /^(?:night|moon|star|dark|dream|sleep|midnight|evening|dusk)/ },
    city: { name: 'The town', calls: /^(?:city|cities|town|street|roof|traffic|tram|window|lamp|square|caf[eé])/ },
    winter: { name: 'Winter', calls: /^(?:winter|snow|frost|ice|icy|cold|christmas|december|january|february)/ },
    spring: { name: 'Spring', calls: /^(?:spring(?!s$)|april|may$|march$|bloom|blossom|bud)/ },
    summer: { name: 'Summer', calls: /^(?:summer|june|july|august|sun|sunny|sunlight|heat|warm|holiday)/ },
    autumn: { name: 'Autumn', calls: /^(?:autumn|fall$|october|november|september|harvest|rain|fog|mist)/ },
    home: { name: 'Home', calls: /^(?:home|house|love|loved|mother|father|child|family|friend|heart|cat|cats|dog|birthday|fire|tea)/ },
    sky: { name: 'The sky', calls: /^(?:sky|skies|cloud|wind|air|space|planet|rocket|fly|flight|sunset|sunrise|dawn|rainbow)/ },
    road: { name: 'The road', calls: /^(?:road|way|path|travel|journey|train|car|walk|trip|far|farewell|time)/ },
  },
  ru: {
    sea: {
      name: 'Море',
      calls: /^(?:мор[еяюс]|океан|волн|прибо|пляж|берег|корабл|лодк|парус|маяк|чайк|остров|озер|рек[аиуео]|вод[аыуео]|рыб)/,
    },
    forest: { name: 'Лес', calls: /^(?:лес|сосн|дерев|дуб|берёз|берез|лист|птиц|сад|цвет|трав|луг|пол[еяю]|гор[аыуе]|природ)/ },
    night: { name: 'Ночь', calls: /^(?:ноч|лун|зв[её]зд|темн|тьм|сон$|сны|снов|мечт|полноч|вечер|сумер)/ },
    city: { name: 'Город', calls: /^(?:город|улиц|крыш|трамва|окн|фонар|площад|москв|петербург|двор|кафе)/ },
    winter: { name: 'Зима', calls: /^(?:зим|снег|снеж|мороз|л[её]д|холод|вьюг|метел|январ|феврал|декабр|новогод)/ },
    spring: { name: 'Весна', calls: /^(?:весн|весен|апрел|март|май|мая|капел|почк)/ },
    summer: { name: 'Лето', calls: /^(?:лет[оаун]|июн|июл|август|солн|жар|тепл|отпуск|каникул)/ },
    autumn: { name: 'Осень', calls: /^(?:осен|октябр|ноябр|сентябр|дожд|туман|листопад|урожа)/ },
    home: { name: 'Дом', calls: /^(?:дом|люб|мам|пап|отец|отц|дет|семь|друг|друз|сердц|кот|кош|собак|душ|рожден|чай$|чая$)/ },
    sky: { name: 'Небо', calls: /^(?:неб|облак|туч|ветер|ветр|воздух|космос|планет|ракет|пол[её]т|закат|рассвет|радуг|заря)/ },
    road: { name: 'Дорога', calls: /^(?:дорог|путь|пути|путе|троп|поезд|машин|прогул|разлук|далек|врем)/ },
  },
}

export type Noun = { word: string; gender: 'm' | 'f' | 'n'; themes: readonly Theme[] }

const nouns = (list: string, gender: Noun['gender']): Noun[] =>
  list.split(/,\s*/).map((entry) => {
    const [word = '', ...tags] = entry.trim().split('/')
    return { word: stressed(word), gender, themes: themes.filter((theme) => tags.includes(theme)) }
  })

export const vocabulary: Record<
  SpeechLanguage,
  {
    nouns: Noun[]
    /** Masculine, feminine, neuter; English has one for all. */
    adjectives: (readonly [string, string, string])[]
    openings: string[]
    verbs: string[]
    places: string[]
    /** Verb and object: what these nouns may do to anything. */
    deeds: string[]
    closings: string[]
  }
> = {
  en: {
    nouns: nouns(
      `sea/sea, shore/sea, tide/sea, bay/sea, 'riv·er/sea, 'wa·ter/sea, wood/forest, oak/forest, 'gar·den/forest/spring, hill/forest,
      'mead·ow/forest/summer, moon/night/sky, star/night/sky, 'eve·ning/night, 'shad·ow/night, town/city, street/city, roof/city/home,
      'win·dow/city/home, 'cit·y/city, frost/winter, snow/winter, 'win·ter/winter, 'val·ley/winter/forest, leaf/spring/autumn,
      'blos·som/spring, bird/spring/forest, 'morn·ing/spring/sky, field/summer, sun/summer/sky, 'sum·mer/summer, noon/summer,
      rain/autumn, mist/autumn, 'au·tumn/autumn, 'or·chard/autumn, house/home, heart/home, 'hearth·stone/home, flame/home, wind/sky/autumn,
      cloud/sky, sky/sky, dawn/sky, road/road, path/road, bridge/road/city, 'jour·ney/road`,
      'n',
    ),
    adjectives: [
      "'sil·ver",
      "'qui·et",
      "'gen·tle",
      "'gol·den",
      "'dis·tant",
      "'hid·den",
      "'ten·der",
      "'pa·tient",
      "'sleep·y",
      'mild',
      'calm',
      'long',
    ].map((word) => [word, word, word] as const),
    openings: [
      'The {noun}',
      'The {adjective} {noun}',
      'And still the {noun}',
      'And now the {noun}',
      'And there the {noun}',
      'The {adjective} {noun} still',
    ],
    verbs: ['waits', 'rests', 'dreams', 'stays', 'calls', "is a·'wake", "is 'wait·ing", "is 'dream·ing"],
    places: [
      'in the light',
      'through the night',
      'out of sight',
      "be·'neath the light",
      'all the night',
      "far a·'way",
      'through the day',
      "a·'long the way",
      'all the day',
      'near the sea',
      'close to me',
      "be·'side the tree",
      'calm and deep',
      "half a·'sleep",
      'and will not sleep',
      'in the glow',
      "far be·'low",
      'calm and slow',
      'warm and clear',
      "'ver·y near",
      'all the year',
      'with no sound',
      "all a·'round",
      'near the ground',
    ],
    deeds: [
      'will find a way',
      'will keep the light',
      'has time to grow',
      'is here to stay',
      "be·'longs to me",
      "re·'mem·bers day",
      'is clear and near',
    ],
    closings: [
      "And 'eve·ry 'win·dow holds a light",
      "There is a 'kind·ness in the night",
      "And all that 'mat·ters is in sight",
      "And 'noth·ing 'hur·ries us to·'day",
      "And what was 'heav·y drifts a·'way",
      "We have no need to go a·'way",
      "It is e·'nough to breathe and be",
      "And 'some·thing 'o·pens, glad and free",
      "It keeps a 'qui·et place for me",
      "And 'eve·ry 'prom·ise is to keep",
      "And 'e·ven 'shad·ows go to sleep",
      'There is so much we do not know',
      'And all the world has time to grow',
      'And I am glad that I am here',
      "And what was far is 'com·ing near",
      "And 'eve·ry 'an·swer may be clear",
      "And what was lost a·'gain is found",
      "And 'si·lence is the 'on·ly sound",
    ],
  },
  ru: {
    nouns: [
      ...nouns(
        `прибо'й/sea, бе'рег/sea, па'рус/sea, мая'к/sea/night, лес/forest, сад/forest/spring, клён/forest/autumn, ве'чер/night/home, го'род/city, двор/city/home,
        дом/home/city, моро'з/winter, снег/winter, лёд/winter, луч/spring/summer, апре'ль/spring, дождь/autumn, тума'н/autumn/sea, октя'брь/autumn,
        ого'нь/home, ве'тер/sky/sea, зака'т/sky, путь/road, мост/road/city, ию'ль/summer, по'лдень/summer`,
        'm',
      ),
      ...nouns(
        `волна'/sea, вода'/sea, река'/sea, сосна'/forest, листва'/summer, трава'/summer, луна'/night/sky, звезда'/night/sky, ночь/night,
        зима'/winter, весна'/spring, жара'/summer, о'сень/autumn, душа'/home, любо'вь/home, заря'/sky, доро'га/road, тропа'/road/forest, у'лица/city,
        земля'/road`,
        'f',
      ),
      ...nouns(
        `мо'ре/sea, окно'/city/home, по'ле/forest, не'бо/sky, о'блако/sky, ле'то/summer, со'лнце/summer, тепло'/summer/home, се'рдце/home, о'зеро/sea`,
        'n',
      ),
    ],
    adjectives: [
      ["ти'хий", "ти'хая", "ти'хое"],
      ["све'тлый", "све'тлая", "све'тлое"],
      ["со'нный", "со'нная", "со'нное"],
      ["ста'рый", "ста'рая", "ста'рое"],
      ['далёкий', 'далёкая', 'далёкое'],
      ["знако'мый", "знако'мая", "знако'мое"],
      ["споко'йный", "споко'йная", "споко'йное"],
      ["родно'й", "родна'я", "родно'е"],
    ],
    openings: [
      '{noun}',
      '{adjective} {noun}',
      'И {noun}',
      'И {adjective} {noun}',
      "Опя'ть {noun}",
      'И вот {noun}',
      "И сно'ва {noun}",
      'А там {noun}',
      'Всё так же {noun}',
    ],
    verbs: ["ды'шит", "дре'млет", "молчи'т", 'зовёт', 'живёт', 'ждёт', 'не спит', 'зовёт и ждёт', "ти'хо ды'шит", "молчи'т и ждёт"],
    places: [
      "за реко'й",
      "под луно'й",
      "над водо'й",
      'над землёй',
      "среди' поле'й",
      "среди' огне'й",
      "в тени' ветве'й",
      "вдали'",
      "до зари'",
      "у огня'",
      "для меня'",
      "в тишине'",
      "в вышине'",
      "при луне'",
      'всю ночь',
      "мно'го лет",
      "как в отве'т",
    ],
    deeds: [
      "храни'т рассве'т",
      "храни'т отве'т",
      "храни'т поко'й",
      "да'рит свет",
      "встреча'ет ночь",
      "встреча'ет день",
      "зовёт меня'",
      "храни'т меня'",
      "зовёт домо'й",
      "по'мнит день",
    ],
    closings: [
      "И на душе' опя'ть поко'й",
      "И тишина' идёт за мной",
      "И мир напо'лнен тишино'й",
      "И на душе' чуть-чуть светле'й",
      "Сия'нье со'тен фонаре'й",
      "И с ка'ждым ча'сом всё тепле'й",
      "Друго'го сча'стья в ми'ре нет",
      "И до'лго, до'лго ви'ден свет",
      "И на вопро'с придёт отве'т",
      "И всё прости'т, и ждёт меня'",
      "Мы до'лго гре'лись у огня'",
      "И все печа'ли го'нит прочь",
      "И ти'хо наступа'ет ночь",
      "И на траве' не та'ет тень",
      "И начина'ется наш день",
      "Смотри' в окно', молчи', смотри'",
      "И спит до у'тренней зари'",
      "И ве'рит се'рдце тишине'",
      "И всё поня'тно в тишине'",
      "И кто-то ду'мал обо мне'",
    ],
  },
}

import { pick, randomFor } from '../random.ts'
import { createReader } from '../words.ts'

export type TimeOfDay = 'day' | 'sunset' | 'dawn' | 'night' | 'overcast'
export type Setting = 'mountains' | 'sea' | 'lake' | 'forest' | 'city' | 'desert' | 'space' | 'meadow' | 'abstract'
export type Extra = 'boat' | 'birds' | 'aurora' | 'lighthouse' | 'balloon' | 'cabin' | 'village' | 'moon' | 'stars' | 'flowers' | 'beach'
export type ColourWord =
  | 'red'
  | 'orange'
  | 'gold'
  | 'green'
  | 'teal'
  | 'blue'
  | 'violet'
  | 'pink'
  | 'brown'
  | 'monochrome'
  | 'pastel'
  | 'neon'
  | 'dark'
  | 'bright'

/** What to draw, read from the words of a prompt. */
export type Brief = {
  time: TimeOfDay
  settings: ReadonlySet<Setting>
  extras: ReadonlySet<Extra>
  rain: boolean
  storm: boolean
  snowfall: boolean
  /** Snow lies on the ground. */
  winter: boolean
  autumn: boolean
  fog: boolean
  clear: boolean
  colours: ColourWord[]
  trees: 'pine' | 'broadleaf' | 'palm'
  style: 'plain' | 'pixel'
}

// Russian words are given by their stems: cases and genders all begin alike. Short stems that begin other words are spelt out.
const readSettings = createReader<Setting>({
  mountains:
    'mountain* peak peaks alps alpine summit ridge* cliff* volcano* fjord* fuji everest canyon фьорд* горы гора гор горах горами горам гору горе горой горн* вершин* хребет хребт* альп* скал* вулкан* утес*',
  sea: 'sea seas seaside ocean* beach* coast* wave waves shore* bay island* harbor harbour sail* море моря морю морем морск* океан* пляж* побережь* волн* залив* остров* берег* гаван* парусн*',
  lake: 'lake* pond river* fjord* reflection* озер* пруд* река реки реке реку рекой речк* фьорд* отражени*',
  forest:
    'forest* wood woods tree trees pine pines taiga jungle grove birch* oak oaks лес леса лесу лесом лесн* дерево дерева деревья деревьев деревьям* сосн* ель ели елк* елов* тайг* рощ* берез* дуб дубы джунгл*',
  city: 'city cities town* skyline skyscraper* street* downtown building* metropolis tokyo york moscow london paris город* мегаполис* небоскр* улиц* здани* москв* токио столиц*',
  desert: 'desert* dune* sahara sand sands oasis пустын* дюн* барх* сахар* песк* песч* оазис*',
  space:
    'space galax* planet* nebula* cosmos cosmic universe asteroid* orbit saturn jupiter mars космос* космич* галакт* планет* туманност* вселенн* сатурн* юпитер* марс орбит*',
  meadow:
    'meadow* field* hill* grass* flower* countryside prairie valley* village* farm* lavender poppy poppies луг луга лугу лугов* поле поля полю поля полем полян* холм* трав* цвет* степь степи долин* деревн* деревен* ферм* лаванд* мак маки маков* подсолнух*',
  abstract:
    'abstract* pattern* geometric* gradient* minimalis* ribbon* swirl* liquid marble fractal* абстракт* абстракц* узор* геометр* градиент* минимализм* лент* мрамор* фрактал* завихрен*',
})

const readTime = createReader<'sunset' | 'dawn' | 'night' | 'day' | 'overcast'>({
  sunset: 'sunset* dusk twilight evening golden закат* сумер* вечер*',
  dawn: 'dawn sunrise morning daybreak рассвет* утр* зар*',
  night: 'night* midnight moon* star stars starry nocturnal aurora northern ноч* полноч* лун* звезд* сияни*',
  day: 'day daytime noon midday sunny sunlit день дня днем полдень солнеч* дневн*',
  overcast: 'overcast gloomy grey gray cloudy пасмурн* сер* хмур* облачн* ненаст*',
})

const readWeather = createReader<'rain' | 'storm' | 'snow' | 'winter' | 'autumn' | 'fog' | 'clear'>({
  rain: 'rain* drizzl* shower* downpour wet дожд* ливень ливн*',
  storm: 'storm* thunder* lightning* tempest гроз* молни* шторм* бур*',
  snow: 'snow snowing snowfall* snowstorm* snowflake* blizzard* flurr* снег снега снегом снегопад* снежинк* метел* вьюг* пург*',
  winter:
    'winter* frost* frozen ice icy arctic snow* blizzard* christmas зим* мороз* лед* ледян* ледник* снег* снеж* метел* вьюг* арктик* новогод*',
  autumn: 'autumn* fall foliage october осен* листопад* октябр* сентябр*',
  fog: 'fog* mist* haze hazy туман* дымк* мгла',
  clear: 'clear cloudless ясн* безоблачн*',
})

const readExtras = createReader<Extra>({
  boat: 'boat* sail* ship* yacht* лодк* парус* кораб* яхт*',
  birds: 'bird* gull* seagull* crane* птиц* чайк* журавл* стая стаи',
  aurora: 'aurora* northern сияни*',
  lighthouse: 'lighthouse* маяк*',
  balloon: 'balloon* шар шары шаров шаром шаре аэростат*',
  cabin: 'cabin* house* hut cottage* chalet home домик* дом дома избушк* изба избы хижин* коттедж* шале',
  village: 'village* hamlet houses деревн* деревен* поселок поселк* село села домики',
  moon: 'moon* full-moon лун* полнолун* месяц',
  stars: 'star stars starry milky звезд* млечн*',
  flowers: 'flower* blossom* bloom* poppy poppies lavender tulip* daisy daisies цвет* мак маки маков* лаванд* тюльпан* ромашк* подсолнух*',
  beach: 'beach* shore* пляж*',
})

const readColours = createReader<ColourWord>({
  red: 'red crimson scarlet ruby poppy poppies красн* ал алый алая алое алые багров* рубин* маки маков*',
  orange: 'orange amber peach оранжев* янтарн* персиков* рыж*',
  gold: 'gold golden yellow sunflower* золот* желт* подсолнух*',
  green: 'green emerald jade lime зелен* изумруд* салатов*',
  teal: 'teal turquoise cyan aqua mint бирюз* мятн* аквамарин*',
  blue: 'blue azure indigo navy cobalt син* голуб* лазур* лазор* индиго',
  violet: 'violet purple lavender lilac magenta фиолет* пурпур* лилов* сирен* лаванд*',
  pink: 'pink rose rosy coral sakura fuchsia розов* коралл* сакур* фукси*',
  brown: 'brown sepia coffee chocolate copper bronze коричн* сепия сепии медн* бронз* шоколад*',
  monochrome: 'monochrome grayscale greyscale noir black bw монохром* чернобел* черно черн* нуар',
  pastel: 'pastel* soft delicate пастел* нежн*',
  neon: 'neon* cyberpunk synthwave vaporwave retrowave неон* киберпанк*',
  dark: 'dark* moody gloomy темн* мрачн*',
  bright: 'bright vivid colorful colourful vibrant saturated ярк* красочн* разноцветн* сочн*',
})

const readStyle = createReader<'pixel' | 'pine' | 'broadleaf' | 'palm'>({
  pixel: 'pixel* 8bit 16bit пиксел*',
  pine: 'pine* fir spruce taiga christmas сосн* ель ели елк* елов* тайг* хвойн*',
  broadleaf: 'oak* birch* maple* deciduous park дуб* берез* клен* парк* рощ*',
  palm: 'palm* tropic* jungle oasis пальм* тропич* тропик* джунгл* оазис*',
})

const sceneries: readonly [Setting[], ...Setting[][]] = [
  ['mountains', 'lake'],
  ['mountains'],
  ['sea'],
  ['meadow'],
  ['forest', 'mountains'],
  ['lake', 'forest'],
]

export function readBrief(prompt: string, seed: number): Brief {
  const random = randomFor(seed, `brief ${prompt.slice(0, 200)}`)
  const named = readSettings(prompt)
  const time = readTime(prompt)
  const weather = readWeather(prompt)
  const extras = readExtras(prompt)
  const style = readStyle(prompt)

  const settings = new Set<Setting>(named.inOrder)
  for (const implied of impliedBy(extras.inOrder, named.inOrder)) settings.add(implied)
  // A prompt that names no place gets one, and it stays the same for the same prompt and seed.
  if (settings.size === 0) for (const setting of pick(random, sceneries)) settings.add(setting)
  // Mountains alone can have different things at their feet.
  if (settings.size === 1 && settings.has('mountains')) {
    const foot = random()
    if (foot < 0.35) settings.add('lake')
    else if (foot < 0.65) settings.add('forest')
  }
  // Outer space and abstraction have no ground to put the rest on.
  if (settings.has('space')) keepOnly(settings, ['space'])
  if (settings.has('abstract')) keepOnly(settings, ['abstract'])
  if (settings.has('sea')) settings.delete('lake')
  if (settings.has('desert')) settings.delete('meadow')

  return {
    time: timeOfDay(),
    settings,
    extras: new Set(extras.inOrder),
    rain: weather.has('rain') || weather.has('storm'),
    storm: weather.has('storm'),
    snowfall: weather.has('snow'),
    winter: weather.has('winter'),
    autumn: weather.has('autumn'),
    fog: weather.has('fog'),
    clear: weather.has('clear'),
    colours: readColours(prompt).inOrder.slice(0, 3),
    trees: style.has('palm')
      ? 'palm'
      : style.has('pine') ||
          (!style.has('broadleaf') && weather.has('winter')) ||
          (!style.has('broadleaf') && !weather.has('autumn') && (settings.has('mountains') || !settings.has('meadow')) && random() < 0.75)
        ? 'pine'
        : 'broadleaf',
    style: style.has('pixel') ? 'pixel' : 'plain',
  }

  function timeOfDay(): TimeOfDay {
    const asked = time.inOrder[0]
    if (time.has('night')) return 'night'
    if (asked) return asked
    if (weather.has('rain') || weather.has('storm')) return 'overcast'
    if (weather.has('fog')) return pick(random, ['dawn', 'overcast'])
    // Unasked, any light that suits the place: it is most of what makes two seeds differ.
    return settings.has('city') ? pick(random, ['sunset', 'night', 'day']) : pick(random, ['day', 'day', 'sunset', 'dawn'])
  }
}

function impliedBy(extras: Extra[], named: Setting[]): Setting[] {
  const implied: Setting[] = []
  if ((extras.includes('boat') && !named.includes('lake')) || extras.includes('lighthouse')) implied.push('sea')
  if (extras.includes('flowers')) implied.push('meadow')
  return implied
}

function keepOnly(settings: Set<Setting>, kept: Setting[]): void {
  settings.clear()
  for (const setting of kept) settings.add(setting)
}

import type { Falling, Season, Sky, TimeOfDay } from '../understanding.ts'

/** See ../vocabulary.ts for the syntax of entries. */
export const timeWords: Record<TimeOfDay, string> = {
  dawn: `dawn, sunrise, sunup, morning, daybreak, first light, rising sun, sun rises, sun rising, sun is rising, sun rose, рассвет,
    рассветный, рассветает!, светает!, утро, утренний, спозаранку!, заря, восход, восход солнца, восходящее солнце, солнце встаёт,
    солнце всходит, 🌅, 🌄`,
  day: `day?, daytime, daylight, noon, midday, afternoon, high noon, broad daylight, день?!, дня?!, дню?!, днём!, дневной, полдень!,
    полдня!, полуденный`,
  dusk: `sunset, sundown, dusk, twilight, evening, nightfall, golden hour, blue hour, setting sun, sun sets, sun setting, sun is setting,
    sun goes down, white nights, закат, закатный, сумерки, сумерек!, сумеречный, вечер, вечереет!, вечерний, вечерком!, золотой час,
    синий час, заход солнца, заходящее солнце, солнце садится, солнце заходит, темнеет!, вечерняя заря, белые ночи, 🌇`,
  night: `night, nighttime, nightly, midnight, nocturnal, tonight, starry?, starlit?, moonlit?, moonlight?, milky way?, aurora?,
    northern lights?, polar lights?, ночь, ночной, ночка, полночь, полуночный, полуночи!, звёздный?, лунный?, млечный путь?,
    северное сияние?, полярное сияние?, звездопад?, безлунный, восход луны, 🌃, 🌌`,
}

export const skyWords: Record<Sky, string> = {
  clear: `clear, cloudless, clear sky, blue sky?, sunny?, sunshine?, sunlight?, sunlit?, ясный, безоблачный, солнечный?, ясное небо,
    голубое небо?, синее небо?, чистое небо`,
  cloud: `cloud, partly cloudy, sea of clouds, море облаков, cloudy, cloudscape, cumulus, облако, облачко, облачный, облачность, кучевой,
    ☁`,
  overcast: `overcast, gray sky, grey sky, leaden sky, gloomy?, dreary, пасмурный, хмурый, туча, тучка, ненастье, ненастный, серое небо,
    свинцовое небо, свинцовые тучи, мрачный?`,
}

export const fallingWords: Record<Falling, string> = {
  rain: `rain, rainy, raining, rained, rainfall, raindrop, drizzle, drizzly, drizzling, downpour, pouring rain, rain shower, showers!,
    rainstorm, thunderstorm?, дождь, дождик, дождичек!, дождливый, дождевой, ливень!, ливн|, ливневый, морось, моросит!, гроза?, 🌧, ☔`,
  snow: `snow, snowing, snowfall, snowflake, snowstorm, blizzard, flurries!, sleet, falling snow, снег, снежок!, снегопад, снежинка,
    метель, вьюга, пурга, буран, мокрый снег, ❄, 🌨`,
  leaves: `falling leaf, falling leaves!, leaves falling, leaves fall, leaves flying, flying leaves!, leaves in wind, autumn leaves!,
    fall leaves!, leaf fall, листопад, падающие листья, опадающие листья, листья падают, осенние листья, опадают листья, 🍂`,
}

export const weatherWords: Record<'fog' | 'storm' | 'wind', string> = {
  fog: `fog, sea of fog, sea of mist, море тумана, foggy, mist, misty, haze, hazy, smog, туман, туманный, дымка, мгла, 🌫`,
  storm: `storm, stormy, raging, thunder, thundering, thunderstorm, lightning, tempest, hurricane, typhoon, snowstorm, blizzard,
    rainstorm, гроза, грозовой, молния, шторм, штормовой, штормит!, бушующий, буря, ураган, гром, раскаты грома, метель?, буран?, ⛈, 🌩, ⚡`,
  wind: `wind!, winds!, howling wind, windy, breeze, breezy, gust, gale, blizzard?, ветер!, ветр|, ветреный, ветренный, ветерок!, ветерк|,
    бриз, вьюга?, 🌬`,
}

export const seasonWords: Record<Season, string> = {
  spring: `spring!, springtime, april, in march, early march, late march, in may, early may, late may, may flower, may morning,
    may evening, cherry blossom?, sakura?, весна, весенний, апрель, апрельский, март, мартовский, май!, мая!, мае!, май месяц, месяц май,
    март месяц, апрель месяц, майский, сакура?`,
  summer: `summer, summertime, summery, june, july, august, midsummer, лето!, лета!, лету!, летом!, лете!, летний, июнь, июль, август,
    июнь месяц, июль месяц, август месяц, июньский, июльский, августовский`,
  autumn: `autumn, autumnal, ^fall, in fall, this fall, early fall, late fall, fall color, fall colour, fall foliage, fall forest,
    fall landscape, fall season, fall day, fall morning, fall evening, fall scene, fall leaves!, autumn leaves!, foliage?, october,
    september, november, halloween, осень, осенний, октябрь, сентябрь, ноябрь, октябрьский, сентябрьский, ноябрьский, осенние листья,
    листопад?, 🍁`,
  winter: `winter, wintry, wintertime, snow?, snowy, snowcapped, snow capped, snow covered, covered in snow, covered with snow, snow on,
    on snow, in snow, under snow, snowman, frost, frosty, frozen, ice!, icy, icicle, december, january, february, christmas,
    christmas tree, new year, зима, зимний, мороз, морозный, морозец!, снег?, снежный, заснеженный, в снегу, на снегу, под снегом,
    покрытый снегом, снеговик, иней, лёд!, льд|, ледяной, замёрзший, декабрь, январь, февраль, рождество, рождественский, новый год,
    новогодний, метель?, вьюга?, ☃, ⛄`,
}

import { describe, expect, test } from 'vitest'
import { isFull } from '../../tests/fixtures/campaign.ts'
import type { Understanding } from '../understanding/understanding.ts'
import { toBrief } from './brief.ts'
import { readPictured, readScene } from './read-scene.ts'
import { shownThings } from './scene.ts'

/** Prompts with the same meaning in both languages. */
const prompts = [
  ['ginger cat', 'рыжий кот'],
  ['a cat on a windowsill', 'кот на подоконнике'],
  ['a dog in a meadow', 'собака на лугу'],
  ['a deer in a foggy forest', 'олень в туманном лесу'],
  ['a whale in the ocean', 'кит в океане'],
  ['fish under water', 'рыбы под водой'],
  ['birds over the sea', 'птицы над морем'],
  ['a boat on a lake at dawn', 'лодка на озере на рассвете'],
  ['three boats on the sea', 'три лодки на море'],
  ['a red boat on the river', 'красная лодка на реке'],
  ['a lighthouse in a storm', 'маяк в шторм'],
  ['hot air balloons over a valley', 'воздушные шары над долиной'],
  ['a house in a snowy forest', 'дом в заснеженном лесу'],
  ['a village in the mountains', 'деревня в горах'],
  ['a bridge over a river', 'мост через реку'],
  ['a windmill in a field', 'мельница в поле'],
  ['a castle on a mountain at night', 'замок на горе ночью'],
  ['a train in the mountains', 'поезд в горах'],
  ['a car on a street', 'машина на улице'],
  ['a tent and a campfire by a lake', 'палатка и костёр у озера'],
  ['the moon over the sea', 'луна над морем'],
  ['sun and mountains', 'солнце и горы'],
  ['stars over mountains', 'звёзды над горами'],
  ['a rainbow over a meadow', 'радуга над лугом'],
  ['planets in space', 'планеты в космосе'],
  ['a galaxy in outer space', 'галактика в космосе'],
  ['a rocket in space', 'ракета в космосе'],
  ['a tree in a field', 'дерево в поле'],
  ['birches in autumn', 'берёзы осенью'],
  ['pines by a lake', 'сосны у озера'],
  ['palm trees on an island', 'пальмы на острове'],
  ['flowers in a meadow', 'цветы на лугу'],
  ['a cactus in the desert', 'кактус в пустыне'],
  ['people on a street in the rain', 'люди на улице под дождём'],
  ['a person on the beach', 'человек на пляже'],
  ['lanterns on a night street', 'фонари на ночной улице'],
  ['fireworks over a city', 'фейерверк над городом'],
  ['a red heart', 'красное сердце'],
  ['blue circles and a yellow triangle', 'синие круги и жёлтый треугольник'],
  ['a green square', 'зелёный квадрат'],
  ['sunset over a mountain lake', 'закат над горным озером'],
  ['a waterfall in the forest', 'водопад в лесу'],
  ['northern lights over snowy mountains', 'северное сияние над заснеженными горами'],
  ['a night city in the rain', 'ночной город под дождём'],
  ['snow in the forest', 'снег в лесу'],
  ['flowers and a waterfall', 'цветы и водопад'],
  ['a dog by the sea in a storm', 'собака у моря в шторм'],
  ['a person in the mountains', 'человек в горах'],
  ['a cat and a dog in a room', 'кот и собака в комнате'],
  ['a car in the desert', 'машина в пустыне'],
  ['a cat in space', 'кот в космосе'],
  ['stars in the forest', 'звёзды в лесу'],
  // Not shown, or shown in part
  ['a train at sea', 'поезд в море'],
  ['flowers in the desert', 'цветы в пустыне'],
  ['a cactus in a city', 'кактус в городе'],
  ['sun at night', 'солнце ночью'],
  ['flowers in winter, a field', 'цветы зимой, поле'],
  ['a campfire on a street', 'костёр на улице'],
  ['a robot in a city', 'робот в городе'],
  ['a dragon over a castle', 'дракон над замком'],
] as const

const size = { width: 64, height: 48 }
const seeds = isFull ? [1, 2, 3, 4] : [1]

const namedThings = ({ shown }: Understanding) => shown.filter((concept) => concept.startsWith('thing:')).map((concept) => concept.slice(6))

describe('the understanding of a prompt', () => {
  test.each(prompts)('the understanding of a prompt is that of its scene: %s · %s', (english, russian) => {
    const [en, ru] = [readPictured(english), readPictured(russian)]
    expect([...ru.used].sort()).toEqual([...en.used].sort())
    expect([...ru.shown].sort()).toEqual([...en.shown].sort())
    expect(ru.coloursOf).toEqual(en.coloursOf)
    expect(ru.missing === null).toBe(en.missing === null)
    for (const [prompt, read] of [
      [english, en],
      [russian, ru],
    ] as const) {
      const understanding = readScene(prompt, {})
      for (const seed of seeds) {
        const { places } = toBrief(understanding, seed)
        const things = shownThings({ understanding, seed, size, still: false, checkpoint: () => undefined })
        for (const thing of namedThings(read)) expect([...things], `${prompt}, seed ${seed}`).toContain(thing)
        for (const setting of read.shown.filter((concept) => concept.startsWith('setting:')))
          expect([...places], `${prompt}, seed ${seed}`).toContain(setting.slice(8))
      }
    }
  })
})

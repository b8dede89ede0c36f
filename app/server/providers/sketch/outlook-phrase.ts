import type { Outlook, Setting, Thing, TimeOfDay } from '@quartet/engine/protocol/understand.ts'
import type { ServerText } from '../../i18n.ts'

/** Places alone: "I'd draw: a desert at sunset". */
const places: Record<Setting, ServerText> = {
  mountains: /*i18n*/ { id: 'outlook.place.mountains', message: 'mountains' },
  sea: /*i18n*/ { id: 'outlook.place.sea', message: 'the sea' },
  lake: /*i18n*/ { id: 'outlook.place.lake', message: 'a lake' },
  river: /*i18n*/ { id: 'outlook.place.river', message: 'a river' },
  waterfall: /*i18n*/ { id: 'outlook.place.waterfall', message: 'a waterfall' },
  island: /*i18n*/ { id: 'outlook.place.island', message: 'an island' },
  forest: /*i18n*/ { id: 'outlook.place.forest', message: 'a forest' },
  meadow: /*i18n*/ { id: 'outlook.place.meadow', message: 'a meadow' },
  desert: /*i18n*/ { id: 'outlook.place.desert', message: 'a desert' },
  snowfield: /*i18n*/ { id: 'outlook.place.snowfield', message: 'a field of snow' },
  city: /*i18n*/ { id: 'outlook.place.city', message: 'a city' },
  street: /*i18n*/ { id: 'outlook.place.street', message: 'a street' },
  interior: /*i18n*/ { id: 'outlook.place.interior', message: 'a room with a view' },
  space: /*i18n*/ { id: 'outlook.place.space', message: 'outer space' },
  aurora: /*i18n*/ { id: 'outlook.place.aurora', message: 'northern lights' },
  underwater: /*i18n*/ { id: 'outlook.place.underwater', message: 'an underwater scene' },
  abstract: /*i18n*/ { id: 'outlook.place.abstract', message: 'an abstract pattern' },
}

/** Places after a thing: "a castle in the mountains at night". */
const around: Record<Setting, ServerText> = {
  mountains: /*i18n*/ { id: 'outlook.around.mountains', message: 'in the mountains' },
  sea: /*i18n*/ { id: 'outlook.around.sea', message: 'by the sea' },
  lake: /*i18n*/ { id: 'outlook.around.lake', message: 'by a lake' },
  river: /*i18n*/ { id: 'outlook.around.river', message: 'by a river' },
  waterfall: /*i18n*/ { id: 'outlook.around.waterfall', message: 'by a waterfall' },
  island: /*i18n*/ { id: 'outlook.around.island', message: 'on an island' },
  forest: /*i18n*/ { id: 'outlook.around.forest', message: 'in a forest' },
  meadow: /*i18n*/ { id: 'outlook.around.meadow', message: 'in a meadow' },
  desert: /*i18n*/ { id: 'outlook.around.desert', message: 'in a desert' },
  snowfield: /*i18n*/ { id: 'outlook.around.snowfield', message: 'in the snow' },
  city: /*i18n*/ { id: 'outlook.around.city', message: 'in a city' },
  street: /*i18n*/ { id: 'outlook.around.street', message: 'in a street' },
  interior: /*i18n*/ { id: 'outlook.around.interior', message: 'in a room' },
  space: /*i18n*/ { id: 'outlook.around.space', message: 'in outer space' },
  aurora: /*i18n*/ { id: 'outlook.around.aurora', message: 'under northern lights' },
  underwater: /*i18n*/ { id: 'outlook.around.underwater', message: 'underwater' },
  abstract: /*i18n*/ { id: 'outlook.around.abstract', message: 'in an abstract pattern' },
}

const times: Record<TimeOfDay, ServerText> = {
  dawn: /*i18n*/ { id: 'outlook.time.dawn', message: 'at dawn' },
  day: /*i18n*/ { id: 'outlook.time.day', message: 'in daylight' },
  dusk: /*i18n*/ { id: 'outlook.time.dusk', message: 'at sunset' },
  night: /*i18n*/ { id: 'outlook.time.night', message: 'at night' },
}

/** Things that can lead the phrase; the sky, plants and shapes cannot. */
const leading: Partial<Record<Thing, ServerText>> = {
  boat: /*i18n*/ { id: 'outlook.thing.boat', message: 'a boat' },
  whale: /*i18n*/ { id: 'outlook.thing.whale', message: 'a whale' },
  lighthouse: /*i18n*/ { id: 'outlook.thing.lighthouse', message: 'a lighthouse' },
  balloon: /*i18n*/ { id: 'outlook.thing.balloon', message: 'hot-air balloons' },
  cabin: /*i18n*/ { id: 'outlook.thing.cabin', message: 'a house' },
  village: /*i18n*/ { id: 'outlook.thing.village', message: 'a village' },
  bridge: /*i18n*/ { id: 'outlook.thing.bridge', message: 'a bridge' },
  windmill: /*i18n*/ { id: 'outlook.thing.windmill', message: 'a windmill' },
  castle: /*i18n*/ { id: 'outlook.thing.castle', message: 'a castle' },
  train: /*i18n*/ { id: 'outlook.thing.train', message: 'a train' },
  car: /*i18n*/ { id: 'outlook.thing.car', message: 'a car' },
  tent: /*i18n*/ { id: 'outlook.thing.tent', message: 'a tent' },
  campfire: /*i18n*/ { id: 'outlook.thing.campfire', message: 'a campfire' },
  rocket: /*i18n*/ { id: 'outlook.thing.rocket', message: 'a rocket' },
  person: /*i18n*/ { id: 'outlook.thing.person', message: 'a person' },
  cat: /*i18n*/ { id: 'outlook.thing.cat', message: 'a cat' },
  dog: /*i18n*/ { id: 'outlook.thing.dog', message: 'a dog' },
  deer: /*i18n*/ { id: 'outlook.thing.deer', message: 'a deer' },
}

/** Returns the parts of "a castle in the mountains at night", in an order that suits both languages. */
export function outlookPhrase({ place, time, things }: Outlook): ServerText[] {
  const lead = things.flatMap((thing) => leading[thing] ?? [])[0]
  return [...(lead ? [lead, around[place]] : [places[place]]), ...(time ? [times[time]] : [])]
}

import { type Concept, understand } from '@quartet/engine/protocol/understand.ts'
import { type ServerText, translate } from '../../i18n.ts'

type Theme = { about: RegExp | null; ideas: readonly [ServerText, ServerText, ServerText] }

/** Things that cannot be drawn, by theme, with similar ones that can. The last theme covers everything else. */
const themes: readonly Theme[] = [
  {
    about:
      /sushi|pizza|burger|coffee|tea\b|cake|bread|soup|borscht|food|fruit|apple|banana|lemon|wine|beer|cheese|pasta|ramen|dumpling|breakfast|dinner|chocolate|ice cream|cookie|salad|restaurant|kitchen|суши|пицц|бургер|кофе|ча[йяею](?![а-яё])|торт|хлеб|суп|борщ|ед[аы](?![а-яё])|фрукт|яблок|банан|лимон|вин[оа](?![а-яё])|пив[оа](?![а-яё])|сыр|паст[аы](?![а-яё])|рамен|пельмен|вареник|завтрак|ужин|шоколад|морожен|печень|салат|ресторан|кухн|блин|пирог|шашлык/iu,
    ideas: [
      /*i18n*/ { id: 'idea.food.1', message: 'A wheat field at sunset' },
      /*i18n*/ { id: 'idea.food.2', message: 'A street with lanterns in the evening rain' },
      /*i18n*/ { id: 'idea.food.3', message: 'Flowers on a windowsill, city view, morning' },
    ],
  },
  {
    about:
      /astronaut|cosmonaut|robot|alien|spaceship|spacecraft|ufo|satellite|space station|cyborg|android|mars\b|астронавт|космонавт|робот|инопланет|пришел|звездолёт|звездолет|космическ|нло|спутник|киборг|андроид|марс/iu,
    ideas: [
      /*i18n*/ { id: 'idea.space.1', message: 'A rocket among the stars' },
      /*i18n*/ { id: 'idea.space.2', message: 'Planet with rings and a violet nebula' },
      /*i18n*/ { id: 'idea.space.3', message: 'A galaxy over mountains at night' },
    ],
  },
  {
    about:
      /logo|icon|sign\b|card|emblem|letter|caption|text|banner|sticker|badge|flyer|cover|label|avatar|diagram|chart|map\b|interface|website|логотип|иконк|вывеск|открытк|эмблем|надпис|баннер|стикер|наклейк|значок|листовк|обложк|этикетк|аватар|схем|график|карт[аыу](?![а-яё])|интерфейс|сайт/iu,
    ideas: [
      /*i18n*/ { id: 'idea.graphic.1', message: 'A red heart, flat poster' },
      /*i18n*/ { id: 'idea.graphic.2', message: 'Circles and triangles, teal and orange' },
      /*i18n*/ { id: 'idea.graphic.3', message: 'A golden star, paper cut' },
    ],
  },
  {
    about:
      /tower|palace|church|temple|cathedral|mosque|pyramid|stadium|museum|monument|statue|kremlin|mansion|eiffel|башн|двор[ец]|храм|церк|собор|мечет|пирамид|стадион|музей|памятник|стату|кремл|усадьб/iu,
    ideas: [
      /*i18n*/ { id: 'idea.building.1', message: 'A castle in the mountains at dawn' },
      /*i18n*/ { id: 'idea.building.2', message: 'A lighthouse by the sea in a storm' },
      /*i18n*/ { id: 'idea.building.3', message: 'A city by the river at night' },
    ],
  },
  {
    about:
      /plane\b|airplane|aircraft|helicopter|bicycle|bike|motorcycle|truck|bus\b|submarine|tractor|tank\b|drone|самол[её]т|вертол[её]т|велосипед|мотоцикл|грузовик|автобус|подводн|трактор|танк|дрон|трамвай/iu,
    ideas: [
      /*i18n*/ { id: 'idea.vehicle.1', message: 'A train in the mountains' },
      /*i18n*/ { id: 'idea.vehicle.2', message: 'Hot air balloons over a green valley' },
      /*i18n*/ { id: 'idea.vehicle.3', message: 'A sailing boat on a stormy sea' },
    ],
  },
  {
    about:
      /king|queen|knight|wizard|witch|prince|hero\b|superhero|ninja|samurai|pirate|soldier|warrior|mermaid|angel|baby|grandm|grandf|clown|dancer|doctor|santa|корол|рыцар|волшебн|ведьм|принц|геро[йяи]|супергер|ниндз|самура|пират|солдат|воин|русалк|ангел|младен|бабушк|дедушк|клоун|балерин|танцор|врач|дед мороз|снегуроч/iu,
    ideas: [
      /*i18n*/ { id: 'idea.person.1', message: 'People on a snowy street in the evening' },
      /*i18n*/ { id: 'idea.person.2', message: 'A castle over a lake at sunset' },
      /*i18n*/ { id: 'idea.person.3', message: 'A tent and a campfire by a lake at night' },
    ],
  },
  {
    about:
      /elephant|lion|tiger|wol[fv]|horse|bear\b|bears\b|fox|dragon|unicorn|cow\b|rabbit|bunny|mouse|snake|frog|turtle|penguin|panda|monkey|giraffe|zebra|dinosaur|shark|dolphin|octopus|hamster|pig\b|sheep|goat|squirrel|hedgehog|butterfly|bee\b|spider|insect|animal|monster|слон|льв|лев(?![а-яё])|тигр|волк|лошад|конь|кон[яи](?![а-яё])|медвед|лис[аыуё]|лисиц|дракон|единорог|коров|заяц|зайц|кролик|мыш|зме[яи]|лягуш|черепах|пингвин|панд|обезьян|жираф|зебр|динозавр|акул|дельфин|осьминог|хомяк|свин|овц|овеч|коз[аёы]|белк|[её]ж|бабочк|пчел|паук|насеком|животн|звер|монстр|чудовищ/iu,
    ideas: [
      /*i18n*/ { id: 'idea.animal.1', message: 'A deer in a foggy forest at dawn' },
      /*i18n*/ { id: 'idea.animal.2', message: 'A ginger cat on a windowsill' },
      /*i18n*/ { id: 'idea.animal.3', message: 'A whale in the sea at sunset' },
    ],
  },
  {
    about: null,
    ideas: [
      /*i18n*/ { id: 'idea.any.1', message: 'Sunset over a mountain lake' },
      /*i18n*/ { id: 'idea.any.2', message: 'City at night in the rain' },
      /*i18n*/ { id: 'idea.any.3', message: 'A cabin in a snowy forest' },
    ],
  },
]

/** All ideas. */
export const allIdeas = themes.flatMap(({ ideas }) => ideas)

const mostIdeas = 3

/**
 * Returns three drawable prompts in the language of one that is not: first those that share a thing or place with it, then those of the
 * missing thing's theme.
 */
export function ideasFor({ words, prompt, language }: { words: string; prompt: string; language: 'en' | 'ru' }): string[] {
  const named = conceptsOf(prompt)
  const near = allIdeas
    .map((idea) => ({ idea, shared: conceptsOf(translate('en', idea)).filter((concept) => named.includes(concept)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ idea }) => idea)
  const themed = themes.find(({ about }) => !about || about.test(words))?.ideas ?? []
  return [...new Set([...near, ...themed])].slice(0, mostIdeas).map((idea) => translate(language, idea))
}

/** The things and places that a prompt names. */
const conceptsOf = (prompt: string): Concept[] => understand('sketch-image', prompt, {})?.shown ?? []

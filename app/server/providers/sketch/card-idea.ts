import type { CardLayout } from '@quartet/engine/protocol/options.ts'
import type { Advice } from '../provider.ts'

/** Wishes for words on an image, by the layout that has them; the first that fits decides. */
const wishes: readonly (readonly [CardLayout, RegExp])[] = [
  ['quote', /\bquotes?\b|\bproverb|цитат|пословиц|афоризм/iu],
  ['event', /invitation|\binvite|flyer|event|concert poster|приглаш|листовк|афиш|мероприят|концерт/iu],
  ['product', /product|\bsale\b|price tag|\bshop\b|товар|распродаж|скидк|ценник|магазин/iu],
  ['thumbnail', /thumbnail|video cover|youtube|banner|обложк|превью|баннер/iu],
  [
    'greeting',
    /\bcards?\b|greeting|lettering|caption|happy (?:birthday|new|anniversary|easter|holidays)|merry christmas|congratulat|good morning|thank you|открытк|поздрав|надпис|с дн[её]м|с новым|с праздник|с юбиле|доброе утро|спасибо/iu,
  ],
]

/** Words in quotation marks, or the greeting itself. */
const quoted = /[«“"„]([^«»“”"„]{1,120})[»”"“]/u
const greeting =
  /(?:happy (?:birthday|new year|anniversary|easter|holidays)|merry christmas|good morning|thank you|с дн[её]м [а-яё]+|с новым годом|с праздником|с юбилеем|доброе утро|спасибо)/iu

/** Suggests to set the words of a prompt on a drawn ground; null for a prompt that asks for none. */
export function cardIdea(prompt: string, ground: string): Advice['suggestions'][number] | null {
  const layout = wishes.find(([, asks]) => asks.test(prompt))?.[0]
  if (!layout) return null
  const words = quoted.exec(prompt)?.[1] ?? greeting.exec(prompt)?.[0] ?? ''
  return {
    label: /*i18n*/ { id: 'idea.card', message: 'Set your text on an image' },
    prompt: ground,
    model: null,
    options: { card: layout, headline: words.charAt(0).toLocaleUpperCase() + words.slice(1) },
  }
}

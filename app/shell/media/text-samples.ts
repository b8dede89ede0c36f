import type { Locale } from '#config'

/** A text and its key points, exactly as the engine returned them (task `key-points`, length `short`). */
export const digest: Record<Locale, { source: string; points: readonly string[] }> = {
  en: {
    source:
      'A glacier is a river that takes its time. Snow falls on its upper reaches and, over decades, is pressed into ice by the weight of the snow above it. Once the ice is about thirty metres thick, it begins to flow downhill and carries rock with it. Near its foot the ice melts, and the rock is left behind in long ridges called moraines. From the moraines geologists can tell how far the ice once reached. A glacier that loses more ice at its foot than snow adds at its head grows shorter every year.',
    points: [
      'Near its foot the ice melts, and the rock is left behind in long ridges called moraines.',
      'From the moraines geologists can tell how far the ice once reached.',
      'A glacier that loses more ice at its foot than snow adds at its head grows shorter every year.',
    ],
  },
  ru: {
    source:
      'Ледник — это река, которая никуда не спешит. В его верховьях падает снег и за десятки лет превращается в лёд под тяжестью нового снега. Когда толщина льда достигает примерно тридцати метров, он начинает течь вниз по склону и уносит с собой камни. Внизу лёд тает, и камни остаются длинными грядами, которые называют моренами. По моренам геологи узнают, как далеко когда-то доходил лёд. Если внизу тает больше льда, чем наверху прибавляется снега, ледник с каждым годом становится короче.',
    points: [
      'В его верховьях падает снег и за десятки лет превращается в лёд под тяжестью нового снега.',
      'Внизу лёд тает, и камни остаются длинными грядами, которые называют моренами.',
      'Если внизу тает больше льда, чем наверху прибавляется снега, ледник с каждым годом становится короче.',
    ],
  },
}

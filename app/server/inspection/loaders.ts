import type { Answer, TaskName, Tasks } from './tasks.ts'
import { loadCodecs } from './parsers/load-codecs.ts'

export type Parser<Name extends TaskName> = (job: Tasks[Name]) => Promise<Answer<Name>>
export type Loaders = { [Name in TaskName]: () => Promise<Parser<Name>> }

/** The parsers by task. Each is loaded when it is first needed, because each costs memory. */
export const loaders: Loaders = {
  async sniffContainer() {
    const { sniffContainer } = await import('./parsers/sniff-container.ts')
    return async ({ head }) => sniffContainer(head)
  },
  measurePicture: async () => (await import('./parsers/measure-picture.ts')).measurePicture,
  measureMedia: async () => (await import('./parsers/measure-media.ts')).measureMedia,
  countPages: async () => (await import('./parsers/count-pages.ts')).countPages,
  readPages: async () => (await import('./parsers/read-pages.ts')).readPages,
  mendWave: async () => (await import('./parsers/mend-wave.ts')).mendWave,
  convert: async () => (await import('./parsers/convert.ts')).convert,
  readText: async () => (await import('./parsers/read-text.ts')).readText,
  readOffice: async () => (await import('./parsers/read-office.ts')).readOffice,
  drawAvatar: async () => (await import('./parsers/draw-small.ts')).drawAvatar,
  drawPlaceholder: async () => (await import('./parsers/draw-small.ts')).drawPlaceholder,
  drawPreview: async () => (await import('./parsers/draw-small.ts')).drawPreview,
  redraw: async () => (await import('./parsers/redraw.ts')).redraw,
  drawMask: async () => (await import('./parsers/redraw.ts')).drawMask,
  readMark: async () => (await import('./marks/read-mark.ts')).readMark,
  planMark: async () => (await import('./marks/read-mark.ts')).planMark,
  inspectResult: async () => (await import('./parsers/inspect-result.ts')).inspectResult,
  namesPlace: async () => (await import('./parsers/names-place.ts')).namesPlace,
  copyClean: async () => (await import('./parsers/copy-clean.ts')).copyClean,
  shortenSound: async () => (await sounds()).shortenSound,
  compressSound: async () => (await sounds()).compressSound,
  async encodeSound() {
    await loadCodecs()
    return (await import('./parsers/encode-sound.ts')).encodeSound
  },
}

async function sounds() {
  await loadCodecs()
  return import('./parsers/read-sound.ts')
}

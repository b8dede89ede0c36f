import type { Answer, TaskName, Tasks } from './tasks.ts'
import { loadCodecs } from './parsers/load-codecs.ts'

export type Handlers = { [Name in TaskName]: (job: Tasks[Name]) => Promise<Answer<Name>> }

const sounds = async () => {
  await loadCodecs()
  return import('./parsers/read-sound.ts')
}

/** The tasks by name. Parsers are loaded when they are first needed, because each costs memory. */
export const handlers: Handlers = {
  sniffContainer: async ({ head }) => (await import('./parsers/sniff-container.ts')).sniffContainer(head),
  measurePicture: async (job) => (await import('./parsers/measure-picture.ts')).measurePicture(job),
  measureMedia: async (job) => (await import('./parsers/measure-media.ts')).measureMedia(job),
  countPages: async (job) => (await import('./parsers/count-pages.ts')).countPages(job),
  readPages: async (job) => (await import('./parsers/read-pages.ts')).readPages(job),
  mendWave: async (job) => (await import('./parsers/mend-wave.ts')).mendWave(job),
  convert: async (job) => (await import('./parsers/convert.ts')).convert(job),
  readText: async (job) => (await import('./parsers/read-text.ts')).readText(job),
  readOffice: async (job) => (await import('./parsers/read-office.ts')).readOffice(job),
  drawAvatar: async (job) => (await import('./parsers/draw-small.ts')).drawAvatar(job),
  drawPlaceholder: async (job) => (await import('./parsers/draw-small.ts')).drawPlaceholder(job),
  drawPreview: async (job) => (await import('./parsers/draw-small.ts')).drawPreview(job),
  redraw: async (job) => (await import('./parsers/redraw.ts')).redraw(job),
  drawMask: async (job) => (await import('./parsers/redraw.ts')).drawMask(job),
  readMark: async (job) => (await import('./marks/read-mark.ts')).readMark(job),
  planMark: async (job) => (await import('./marks/read-mark.ts')).planMark(job),
  inspectResult: async (job) => (await import('./parsers/inspect-result.ts')).inspectResult(job),
  namesPlace: async (job) => (await import('./parsers/names-place.ts')).namesPlace(job),
  copyClean: async (job) => (await import('./parsers/copy-clean.ts')).copyClean(job),
  shortenSound: async (job) => (await sounds()).shortenSound(job),
  compressSound: async (job) => (await sounds()).compressSound(job),
  encodeSound: async (job) => {
    await loadCodecs()
    return (await import('./parsers/encode-sound.ts')).encodeSound(job)
  },
}

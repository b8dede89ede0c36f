/** Sizes of services that take no ratio. Without any code of an adapter, because the check of definitions reads them too. */

/** FLUX: sizes of at most a megapixel, in multiples of 32. */
export const bflSizes: Record<string, { width: number; height: number }> = {
  '1:1': { width: 1_024, height: 1_024 },
  '4:3': { width: 1_152, height: 864 },
  '3:4': { width: 864, height: 1_152 },
  '16:9': { width: 1_344, height: 768 },
  '9:16': { width: 768, height: 1_344 },
}

/** Ideogram: all sizes that are billed as four megapixels and need no input image. */
export const ideogramSizes: Record<string, string> = {
  '1:1': '2048x2048',
  '4:3': '2304x1728',
  '3:4': '1728x2304',
  '3:2': '2496x1664',
  '2:3': '1664x2496',
  '5:4': '2240x1792',
  '4:5': '1792x2240',
  '16:9': '2560x1440',
  '9:16': '1440x2560',
  '2:1': '2880x1440',
  '1:2': '1440x2880',
  '3:1': '3072x1024',
  '1:3': '1024x3072',
}

/** Runway: the available sizes, in pixels. */
export const runwayFilms: Record<string, string> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '1:1': '960:960',
  '21:9': '1584:672',
}
export const runwayLargeFilms: Record<string, string> = { '16:9': '1920:1080', '9:16': '1080:1920' }
/** Seedance has other sizes of the same shapes. */
export const runwaySeedances: Record<string, Record<string, string>> = {
  '720p': { '16:9': '1280:720', '9:16': '720:1280', '4:3': '1112:834', '3:4': '834:1112', '1:1': '960:960', '21:9': '1470:630' },
  '1080p': { '16:9': '1920:1080', '9:16': '1080:1920', '4:3': '1664:1248', '3:4': '1248:1664', '1:1': '1440:1440', '21:9': '2206:946' },
}
export const runwayStills: Record<string, Record<string, string>> = {
  '720p': { '16:9': '1280:720', '9:16': '720:1280', '4:3': '960:720', '3:4': '720:960', '1:1': '720:720', '21:9': '1680:720' },
  '1080p': { '16:9': '1920:1080', '9:16': '1080:1920', '4:3': '1440:1080', '3:4': '1080:1440', '1:1': '1080:1080', '21:9': '2112:912' },
}

import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toPlainText } from '#app/runs/markdown/plain-text.ts'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { SharedResult } from '#app/contract/library/shares.ts'
import { readSiteUrl } from '#app/shell/document/site.ts'
import { posterWidth } from '#app/runs/stills.ts'
import * as config from '#config'

const names: Record<Kind, MessageDescriptor> = {
  image: msg`Image made with Quartet`,
  video: msg`Video made with Quartet`,
  audio: msg`Audio made with Quartet`,
  text: msg`Text made with Quartet`,
}
const about = msg`Quartet turns a sentence into video, images, audio and text.`

const titleAtMost = 90
const descriptionAtMost = 200

const shorten = (words: string, length: number) => {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${startOfText(line, length).replace(/(?<!\s)\s+\S*$/u, '')}…`
}

/** Returns the head of a shared result for link previews and search results, with nothing that the page itself does not show. */
export function describeShared(i18n: I18n, token: string, { type, title, prompt, text, files, recipe }: SharedResult) {
  const name = shorten(recipe?.name ?? title ?? prompt ?? i18n._(names[type]), titleAtMost)
  const description = shorten(
    (recipe?.about || (type === 'text' ? text && toPlainText(startOfText(text, 4 * descriptionAtMost)) : prompt || text)) ?? i18n._(about),
    descriptionAtMost,
  )
  const at = (path: string) => readSiteUrl() + path
  const file = files[0]
  const meta: Record<string, string>[] = [
    { title: `${name} · ${config.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: at(`/shared/${token}`) },
    { name: 'twitter:title', content: name },
    { name: 'twitter:description', content: description },
  ]
  const still = type === 'image' || type === 'video' ? (file?.poster_url ?? (type === 'image' ? file?.url : undefined)) : undefined
  if (file && still) {
    const width = file.width ?? posterWidth
    const shown = file.poster_url ? Math.min(posterWidth, width) : width
    meta.push(
      { property: 'og:image', content: at(still) },
      { property: 'og:image:width', content: String(shown) },
      { property: 'og:image:height', content: String(Math.round((shown * (file.height ?? width)) / width)) },
      { property: 'og:image:alt', content: name },
      { name: 'twitter:image', content: at(still) },
    )
  }
  if (file && type === 'video') {
    meta.push(
      { property: 'og:type', content: 'video.other' },
      { property: 'og:video', content: at(file.url) },
      { property: 'og:video:type', content: file.media_type },
      ...(file.width && file.height
        ? [
            { property: 'og:video:width', content: String(file.width) },
            { property: 'og:video:height', content: String(file.height) },
          ]
        : []),
    )
  }
  if (file && type === 'audio')
    meta.push({ property: 'og:audio', content: at(file.url) }, { property: 'og:audio:type', content: file.media_type })
  return meta
}

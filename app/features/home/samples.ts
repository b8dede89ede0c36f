import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Locale } from '#config'

/** Works of the built-in engine, made from the words that stand beside them. The files lie in `public/samples`. */
const file = (name: string) => `/samples/${name}`

export const hero = { film: file('hero.mp4'), still: file('hero.webp') }

export type PictureSample = { src: string; width: number; height: number; prompt: MessageDescriptor }

export const film = { src: file('video-1.mp4'), still: file('video-1.webp'), width: 1280, height: 720, prompt: msg`Snow falling on mountains at dawn` }

export const pictures: PictureSample[] = [
  { src: file('image-1.webp'), width: 768, height: 1024, prompt: msg`Sunset over a mountain lake, pine forest` },
  { src: file('image-2.webp'), width: 1024, height: 576, prompt: msg`City at night in the rain` },
  { src: file('image-3.webp'), width: 1024, height: 1024, prompt: msg`Planet with rings and a violet nebula` },
  { src: file('image-4.webp'), width: 1024, height: 768, prompt: msg`Waves on the sea at sunset` },
]

export type SoundSample = { src: string; durationMs: number; peaks: readonly number[]; prompt: MessageDescriptor }

const wave = (seed: number) => Array.from({ length: 100 }, (_, i) => Math.round(Math.abs(Math.sin(i * seed) * Math.cos(i * 0.13)) * 100) / 100)

export const speech: Record<Locale, SoundSample> = {
  en: { src: file('speech-en.mp3'), durationMs: 6000, peaks: wave(0.7), prompt: msg`Good evening. Your picture is ready, and the tea is getting cold.` },
  ru: { src: file('speech-ru.mp3'), durationMs: 6000, peaks: wave(0.9), prompt: msg`Good evening. Your picture is ready, and the tea is getting cold.` },
}

export const music: SoundSample = { src: file('music-1.mp3'), durationMs: 20_000, peaks: wave(0.4), prompt: msg`Calm and slow, a little sad` }

import { useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/base/values.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { film, pictures } from '#app/shell/media/samples.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { VideoPlayer } from '#app/ui/media/video-player/video-player.tsx'
import { type ExampleProps, Examples } from './examples.tsx'

const SoundExample = lazyPart(async () => (await import('./sound-example.tsx')).SoundExample)
const TranscriptExample = lazyPart(async () => (await import('./transcript-example.tsx')).TranscriptExample)
const TextExample = lazyPart(async () => (await import('./text-example.tsx')).TextExample)

/** Shows newcomers a real work with its prompt, and examples that run with one click. */
export function EmptyFeed({ kind, ...example }: ExampleProps & { kind: Kind }) {
  const { t } = useLingui()
  const titles: Record<Kind, string> = {
    video: t`Your videos will appear here`,
    image: t`Your images will appear here`,
    audio: t`Your audio will appear here`,
    text: t`Your texts will appear here`,
  }
  const isTranscript = example.model?.task === 'transcribe'
  const Example = { image: PictureExample, video: FilmExample, audio: SoundExample, text: TextExample }[kind]
  // The examples are beside a tall one, because the prompt bar covers the foot of the page.
  const beside =
    kind === 'image' || kind === 'video'
      ? 'lg:max-w-5xl lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-10 lg:[&>figure]:row-span-2 lg:[&>h2]:col-span-2'
      : ''
  return (
    <section data-kind={kind} aria-labelledby="empty" className={`mx-auto grid max-w-xl animate-rise gap-6 lg:pt-6 ${beside}`}>
      <h2 id="empty" className="text-xl lg:text-2xl">
        {isTranscript ? t`Your transcripts will appear here` : titles[kind]}
      </h2>
      {isTranscript ? <TranscriptExample /> : <Example {...example} />}
    </section>
  )
}

function PictureExample(props: ExampleProps) {
  const { locale } = useSession()
  const { src, width, height, words } = pictures.lights
  return (
    <Examples {...props} words={words[locale]}>
      <img src={src} alt={words[locale]} width={width} height={height} className="w-full rounded-card bg-wash" />
    </Examples>
  )
}

function FilmExample(props: ExampleProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const { clock, number } = useFormat()
  const { src, still, width, height } = film
  const words = film.words[locale]
  return (
    <Examples {...props} words={words}>
      <div className="relative overflow-hidden rounded-card" style={{ aspectRatio: `${width} / ${height}` }}>
        <VideoPlayer
          src={src}
          name={t`Video: ${words}`}
          poster={still}
          width={width}
          height={height}
          durationMs={0}
          clock={clock}
          speedText={(rate) => `${number(rate)}×`}
        />
      </div>
    </Examples>
  )
}

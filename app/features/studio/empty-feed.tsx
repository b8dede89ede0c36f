import { Trans, useLingui } from '@lingui/react/macro'
import type { Kind } from '#app/contract/common.ts'
import { useFormat } from '#app/shell/format.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { Prose } from '#app/shell/work/media.tsx'
import { AudioPlayer } from '#app/ui/audio-player.tsx'
import { Button } from '#app/ui/button.tsx'
import { digest, film, pictures, speech } from '#app/shell/samples.ts'

type EmptyFeedProps = { kind: Kind; onExample: (prompt: string) => void }

/** The first thing a newcomer sees of a kind: a real work, the words it came from, and one press to try them. */
export function EmptyFeed({ kind, onExample }: EmptyFeedProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const titles: Record<Kind, string> = {
    video: t`Your videos will be here`,
    image: t`Your pictures will be here`,
    audio: t`Your recordings will be here`,
    text: t`Your texts will be here`,
  }
  const words: Record<Kind, string> = {
    video: film.words[locale],
    image: pictures.lights.words[locale],
    audio: speech[locale].words,
    text: digest[locale].source,
  }
  const prompt = words[kind]
  return (
    <section data-kind={kind} aria-labelledby="empty" className="mx-auto grid max-w-xl animate-rise gap-6 lg:pt-6">
      <h2 id="empty" className="text-xl lg:text-2xl">
        {titles[kind]}
      </h2>
      <figure className="grid gap-3">
        <Example kind={kind} words={prompt} />
        <figcaption className="line-clamp-3 text-ink-soft">
          <Trans>An example, made from these words: “{prompt}”</Trans>
        </figcaption>
      </figure>
      <div>
        <Button variant="secondary" onClick={() => onExample(prompt)}>
          <Trans>Try these words</Trans>
        </Button>
      </div>
    </section>
  )
}

function Example({ kind, words }: { kind: Kind; words: string }) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const { locale } = useSession()
  switch (kind) {
    case 'image':
      return <img src={pictures.lights.src} alt={words} width={1024} height={768} className="w-full rounded-card bg-wash" />
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- It has music and no words.
        <video
          controls
          playsInline
          loop
          preload="none"
          src={film.src}
          poster={film.still}
          width={1280}
          height={720}
          aria-label={t`Video: ${words}`}
          className="w-full rounded-card bg-black"
        />
      )
    case 'audio': {
      const { src, peaks, durationMs } = speech[locale]
      return (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
          <AudioPlayer src={src} name={t`Audio: ${words}`} peaks={peaks} durationMs={durationMs} clock={clock} />
        </div>
      )
    }
    case 'text':
      return (
        <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
          <Prose text={digest[locale].points.map((point) => `- ${point}`).join('\n')} />
        </div>
      )
  }
}

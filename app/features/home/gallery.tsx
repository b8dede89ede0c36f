import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '#app/shell/data/session.queries.ts'
import { filesOf, pictures } from '#app/shell/media/samples.ts'

/** A strip of results at their true ratios, edge to edge, without the one shown further up. */
export function Gallery() {
  const { t } = useLingui()
  const { locale } = useSession()
  return (
    <section aria-labelledby="gallery-title" className="py-20 sm:py-28">
      <h2 id="gallery-title" className="mx-auto max-w-page px-5 text-3xl sm:px-8 sm:text-4xl">
        <Trans>Made from a prompt</Trans>
      </h2>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
        tabIndex={0}
        aria-label={t`Results`}
        className="home-gallery mt-10 flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain scroll-px-(--edge-room) px-(--edge-room) pb-4 [--edge-room:1.25rem] [scrollbar-width:thin] sm:gap-6 sm:[--edge-room:max(2rem,calc((100vw-var(--container-page))/2+2rem))]"
      >
        {[pictures.lights, pictures.dunes, pictures.planet].map(({ src, width, height, words: { [locale]: prompt } }) => (
          <li key={src}>
            <figure>
              <img
                src={src}
                srcSet={filesOf({ src, width })}
                sizes="(min-width: 40rem) 32rem, 22rem"
                width={width}
                height={height}
                alt=""
                loading="lazy"
                decoding="async"
              />
              <figcaption>
                <Trans>“{prompt}”</Trans>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

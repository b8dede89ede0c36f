import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ownVoicesQuery } from '#app/shell/data/voices.queries.ts'
import { OwnVoices } from '#app/shell/work/voices/own-voices.tsx'

/** The person's voices. Nothing where no service makes any. */
export function Voices() {
  const { data } = useQuery(ownVoicesQuery)
  if (!data || (data.items.length === 0 && data.services.length === 0)) return null
  return (
    <section
      aria-labelledby="own-voices"
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:py-10"
    >
      <div>
        <h2 id="own-voices" className="text-xl">
          <Trans>Your voices</Trans>
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>Read texts aloud in a voice you recorded.</Trans>
        </p>
      </div>
      <OwnVoices />
    </section>
  )
}

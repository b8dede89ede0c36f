import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ownVoicesQuery } from '#app/shell/data/voices.queries.ts'
import { OwnVoices } from '#app/runs/voices/own-voices.tsx'
import { Section } from './section.tsx'

/** The person's voices. Nothing where no service makes any. */
export function Voices() {
  const { data } = useQuery(ownVoicesQuery)
  if (!data || (data.items.length === 0 && data.services.length === 0)) return null
  return (
    <Section title={<Trans>Your voices</Trans>} hint={<Trans>Read texts aloud in a voice you recorded.</Trans>}>
      <OwnVoices />
    </Section>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { countVoices } from './person-voices.functions.ts'

const voiceCountsQuery = queryOptions({ queryKey: [...operatorKey, 'voice-counts'], queryFn: async () => unwrap(await countVoices()) })

/** The voices of people that a service has, and those that it must still delete. */
export function VoiceCounts({ service }: { service: string }) {
  const { data } = useQuery(voiceCountsQuery)
  const counts = data?.services.find((one) => one.service === service)
  if (!counts || counts.ready + counts.creating + counts.deleting === 0) return null
  const { ready, creating, deleting } = counts
  return (
    <p className="text-sm text-ink-soft">
      <Plural value={ready + creating} one="# cloned voice" other="# cloned voices" />
      {deleting > 0 && (
        <>
          {' · '}
          <Trans>waiting to be deleted at the service: {deleting}</Trans>
        </>
      )}
    </p>
  )
}

import {
  createComparisonCall,
  getComparisonCall,
  listComparisonsCall,
  quoteComparisonCall,
  readStandingsCall,
  voteCall,
} from '#app/contract/runs/comparisons.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const quoteComparison = changes.handler(send(quoteComparisonCall))
export const createComparison = changes.handler(send(createComparisonCall))
export const listComparisons = reads.handler(send(listComparisonsCall))
export const getComparison = reads.handler(send(getComparisonCall))
export const readStandings = reads.handler(send(readStandingsCall))
export const voteForRun = changes.handler(send(voteCall))

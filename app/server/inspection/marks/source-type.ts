import type { SourceType } from '../tasks.ts'

export const uriOf = (type: SourceType) => `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`

/** Reads the value of a mark; null if it is not one of AI. */
export function parseSourceType(value: string): SourceType | null {
  const [, term] = /^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)\/?$/.exec(value.trim()) ?? []
  return term === 'trainedAlgorithmicMedia' || term === 'compositeWithTrainedAlgorithmicMedia' ? term : null
}

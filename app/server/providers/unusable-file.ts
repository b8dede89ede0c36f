import { InspectionError } from '../inspection/inspection-error.ts'
import { ProviderError } from './provider.ts'

/** Returns the failure of a run whose file could not be read. If no process could be started, another attempt may help. */
export function unusableFile(message: string, cause: unknown): ProviderError {
  const isOurs = cause instanceof InspectionError && cause.reason === 'unavailable'
  return new ProviderError(isOurs ? 'temporary' : 'invalid_input', message, { cause })
}

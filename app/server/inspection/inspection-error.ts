/** How a task failed. */
export type InspectionFailure =
  /** The parser refused the file. */
  | 'unreadable'
  /** The file hung or crashed its process, or took too much of the machine. */
  | 'damaged'
  /** No process could be started, or the inspection is closed: nothing is known about the file. */
  | 'unavailable'

export class InspectionError extends Error {
  override name = 'InspectionError'
  readonly reason: InspectionFailure
  constructor(reason: InspectionFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

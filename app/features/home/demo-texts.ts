/** The strings of the demo that its script shows, as JSON in the page; words in braces are replaced. */
export type DemoTexts = {
  drawing: string
  quoted: string
  missing: string
  instead: string
  /** The description of an image that is not quite what was asked for. */
  drawn: string
  /** Failures without a message of the API. */
  offline: string
  refused: string
  failed: string
}

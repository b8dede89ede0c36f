/** The strings of the demo that its script shows, as JSON in the page; the script replaces words in braces. */
export type DemoTexts = {
  drawing: string
  quoted: string
  missing: string
  instead: string
  /** The description of an image that misses part of the prompt. */
  drawn: string
  /** Failures without a message of the API. */
  offline: string
  refused: string
  failed: string
  /** An answer that is not the server's own. */
  unreadable: string
}

/** Passes on pieces of a text so that none ends in the middle of a character outside of the Basic Multilingual Plane, such as an emoji. */
export function wholeCharacters(onText: (piece: string) => void) {
  let half = ''
  const pass = (text: string) => {
    // A half that stays alone is stored as U+FFFD by any database.
    if (text !== '') onText(text.toWellFormed())
  }
  return {
    write(piece: string): void {
      const text = half + piece
      half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
      pass(half === '' ? text : text.slice(0, -1))
    },
    end(): void {
      pass(half)
      half = ''
    },
  }
}

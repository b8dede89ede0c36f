import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'

const keyOf = (token: string) => `recipe.${token}`

/** Keeps what was filled in, also for the tab that the email of a sign-up opens. Without storage it stays on the page. */
export function keepFilled(token: string, values: PlaceValues): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify(values))
  } catch {
    // The storage is full or switched off.
  }
}

export function readFilled(token: string): PlaceValues {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(token)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
      ),
    )
  } catch {
    return {}
  }
}

export function forgetFilled(token: string): void {
  try {
    localStorage.removeItem(keyOf(token))
  } catch {
    // There is nothing to forget.
  }
}

/** Hues of roles by the number of their color, far from each other for the first ones. */
const hues = [28, 250, 90, 320, 165, 55, 280, 130, 5, 210, 345, 190]

/** The two tones of a role's figure, and of its mark in text. */
export function roleColour(colour: number): { body: string; head: string } {
  const hue = hues[colour % hues.length] ?? 28
  return { body: `oklch(60% 0.155 ${hue})`, head: `oklch(72% 0.12 ${hue})` }
}

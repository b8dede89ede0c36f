/** Formats a position as `format.ts` does: "0:07". */
export function clock(seconds: number): string {
  const total = Math.round(seconds)
  const padded = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), padded(total % 60)]
  return hours ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`
}

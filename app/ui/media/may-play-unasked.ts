/** Whether videos may play by themselves: not for people who want less motion or less data. */
export const mayPlayUnasked = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches && !savesData()

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches
}
